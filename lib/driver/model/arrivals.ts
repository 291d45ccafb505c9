/** The numbers of each kind of arrivals: the file of a kind in `arrivals/` declares its own here. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface ArrivalNumbers {}

export type ArrivalName = keyof ArrivalNumbers;

/** Arrivals of one kind. Rates in users per second over all shards; users are counts over all shards. */
export type ArrivalsOf<Name extends ArrivalName> = Name extends ArrivalName
  ? { readonly kind: Name } & ArrivalNumbers[Name]
  : never;

export type Arrivals = ArrivalsOf<ArrivalName>;
