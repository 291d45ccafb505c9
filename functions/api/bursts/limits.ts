/** The people who watch a burst. */
export const watching = {
  /** So long has one of those who watch to make the next; then another one may. */
  leaseMs: 3_000,
  /** A burst has ended and its last drives may still report. */
  settlingMs: 3_000,
  /** Bursts of one page of their list, at most. */
  pageMax: 100,
  /**
   * Entries of the list that are looked through for one page, so that it is bounded where most belong to
   * others.
   */
  lookedAtMax: 1_000,
} as const;
