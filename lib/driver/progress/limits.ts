/** Bounds of the reports that drives send while they work. */
export const progress = {
  /** A report that is older than this many seconds no longer counts as current. */
  staleSeconds: 2,
} as const;

/**
 * Bounds of the last seconds that a drive stores for people who watch the burst, in addition to its report
 * each second.
 */
export const recents = {
  /** The number of last seconds that a drive stores. */
  keptSeconds: 10,
  /**
   * Seconds between two writes of a drive's last seconds. It is half of `keptSeconds`, so that a lost write
   * loses no second.
   */
  writeSeconds: 5,
  /**
   * The most metrics of a phase whose limits are shown during the load. The limits of other metrics are
   * judged only at the end.
   */
  metricsMax: 20,
  /** The largest number of limits of one phase that the status of a burst shows. */
  limitsMax: 50,
  /**
   * The most drives of a phase for which limits are shown during the load. With more drives, one read would
   * have too many bytes.
   */
  drivesMax: 512,
  /** The most seconds in one reply of the API, over all phases. */
  replySecondsMax: 3_600,
  /** If a second is missing after this many seconds, no drive will send it. */
  lateSeconds: 12,
} as const;
