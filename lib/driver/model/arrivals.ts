/** The numbers of each kind of arrivals. The file of each kind in `arrivals/` adds its own numbers here. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface ArrivalNumbers {}

export type ArrivalName = keyof ArrivalNumbers;

/** The arrivals of one kind. Rates are users per second over all shards; users are counts over all shards. */
export type ArrivalsOf<Name extends ArrivalName> = Name extends ArrivalName
  ? { readonly kind: Name } & ArrivalNumbers[Name]
  : never;

export type Arrivals = ArrivalsOf<ArrivalName>;
