/** Limits that are judged while the load goes on. */
export const liveEvaluation = {
  /**
   * Settled seconds that a report carries for limits that are judged while the load goes on; a slow reader
   * misses none.
   */
  earlySecondsMax: 4,
  /** Whoever judges reads the reports of so many drives a second: it sends load as well. */
  earlyDrivesTurn: 256,
  /** But each drive every so many seconds at least, so that the seconds of a report overlap. */
  earlyTurnsMax: 3,
  /**
   * Metrics of a drive whose limits are judged that way: a second of one takes up to 3 KB of an item of 400.
   */
  earlyMetricsMax: 30,
} as const;

/** Limits that stop a run before its end. */
export const abortOnFail = {
  /** With --stop-on-failure a share of failed requests stops a run early only when so many have failed, */
  earlyFailuresMin: 10,
  /** and when it is above its limit by so many standard deviations: by chance in one look of a thousand. */
  earlyDeviations: 3,
} as const;
