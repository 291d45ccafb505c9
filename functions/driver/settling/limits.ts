/** Limits of the reads of partials by Settle and its groups. */
export const reading = {
  /** Objects that one function reads at once, if they have at most `bytesAtOnce` together. */
  readsAtOnce: 16,
  /**
   * Bytes of the objects that one function reads at once. They are in memory together with the merged
   * statistics.
   */
  bytesAtOnce: 64 * 1024 * 1024,
  /**
   * A best-effort Settle stops reading after this time and judges the partials that it has read. Two of its
   * ten minutes remain for a slow read and for judging.
   */
  bestEffortMsMax: 480_000,
} as const;
