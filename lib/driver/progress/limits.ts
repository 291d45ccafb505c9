/** Bounds of the reports of drives at work. */
export const progress = {
  /** A report that is older than this many seconds does not count as current. */
  staleSeconds: 2,
} as const;

/**
 * Bounds of the last seconds that a drive keeps for people who watch, in addition to its report each second.
 */
export const recents = {
  /** The number of seconds that a drive keeps. */
  keptSeconds: 10,
  /**
   * Seconds from one write of the last seconds to the next. It is half of `keptSeconds`, so that a lost write
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
  /** The most seconds of all phases in one reply. */
  replySecondsMax: 3_600,
  /** A second that is missing after this many seconds will not be sent by any drive. */
  lateSeconds: 12,
} as const;
