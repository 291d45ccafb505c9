/** The arrivals of one shard in one segment, in order. */
export type Schedule = {
  /**
   * Whole nanoseconds from T0 of the next arrival, each later than the one before; Infinity when there are no
   * more.
   */
  next(): number;
};

/**
 * A shard's slice of a phase in one segment: arrivals with startNs < t <= endNs that belong to this shard.
 */
export type ShardSlice = {
  readonly shard: number;
  readonly shards: number;
  /**
   * The number of parts from `shard` on that belong to the shard. A shard with several threads has several.
   * Absent: one.
   */
  readonly width?: number;
  readonly startNs: number;
  readonly endNs: number;
};
