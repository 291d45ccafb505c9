/** The people who watch a burst. */
export const watching = {
  /** One watcher has this long to make the next snapshot. Then another watcher may make it. */
  leaseMs: 3_000,
  /** A client that watches a burst asks again after this long. */
  nextMs: 1_000,
  /** The start of a phase may be read so much later than it was decided. */
  beginningMs: 3_000,
  /** The last drives may still report for this long after a burst has ended. */
  settlingMs: 3_000,
  /** Bursts of one page of their list, at most. */
  pageMax: 100,
  /**
   * Entries of the list that are read for one page. The number bounds a page where most entries belong to
   * other people.
   */
  lookedAtMax: 1_000,
} as const;
