/** The instants at which the users of one shard arrive in one segment, in order. */
export type Schedule = {
  /**
   * Returns the next arrival in whole nanoseconds from T0, later than the one before. Infinity after the last
   * arrival.
   */
  next(): number;
};

/** The part of a phase that belongs to one shard in one segment: its arrivals with startNs < t <= endNs. */
export type ShardSlice = {
  readonly shard: number;
  readonly shards: number;
  /**
   * The number of parts that the shard gets, from number `shard` on. A shard with several threads has several
   * parts. Absent: one.
   */
  readonly width?: number;
  readonly startNs: number;
  readonly endNs: number;
};
