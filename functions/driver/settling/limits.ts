/** Limits for the state Settle and its groups when they read results of drives. */
export const reading = {
  /** The number of objects that one function reads at once, if they have at most `bytesAtOnce` together. */
  readsAtOnce: 16,
  /**
   * The bytes of the objects that one function reads at once. They are in memory together with the merged
   * statistics.
   */
  bytesAtOnce: 64 * 1024 * 1024,
  /**
   * The milliseconds after which Settle stops reading in its best-effort mode, which judges only the results
   * read so far. Two of its ten minutes remain for a slow read and for judging.
   */
  bestEffortMsMax: 480_000,
} as const;
