/**
 * The numbers that each kind of arrivals has. The file of each kind in `arrivals/` adds its numbers to this
 * type.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface ArrivalNumbers {}

export type ArrivalName = keyof ArrivalNumbers;

/**
 * The arrivals of one kind. Rates are users per second over all shards, and users are counted over all
 * shards.
 */
export type ArrivalsOf<Name extends ArrivalName> = Name extends ArrivalName
  ? { readonly kind: Name } & ArrivalNumbers[Name]
  : never;

export type Arrivals = ArrivalsOf<ArrivalName>;
