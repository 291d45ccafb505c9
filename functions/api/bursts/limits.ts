/** Limits of the requests with which users watch bursts. */
export const watching = {
  /**
   * The time in milliseconds that one watcher has to make the next snapshot. Afterwards another watcher may
   * make it.
   */
  leaseMs: 3_000,
  /** The milliseconds after which a client that watches a burst asks again. */
  nextMs: 1_000,
  /** The most milliseconds from the decision about a phase's start until every reader sees it. */
  beginningMs: 3_000,
  /** The milliseconds for which the last drives may still report after a burst has ended. */
  settlingMs: 3_000,
  /** The limit of bursts on one page of the list. */
  pageMax: 100,
  /**
   * The most list entries that are read for one page. The limit matters when most entries belong to bursts
   * that the caller may not see.
   */
  lookedAtMax: 1_000,
} as const;
