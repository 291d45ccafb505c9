/** Limits that are judged while the load goes on. */
export const evaluating = {
  /**
   * Settled seconds that a report carries for limits that are judged while the load goes on; a slow reader
   * misses none.
   */
  evidenceSecondsMax: 4,
  /** Whoever judges reads the reports of so many drives a second: it sends load as well. */
  evaluatedDrivesTurn: 256,
  /** But each drive every so many seconds at least, so that the seconds of a report overlap. */
  evaluationTurnsMax: 3,
  /**
   * Metrics of a drive whose limits are judged that way: a second of one takes up to 3 KB of an item of 400.
   */
  evaluatedMetricsMax: 30,
} as const;

/** Limits that stop a run before its end. */
export const aborting = {
  /** With --stop-on-failure a share of failed requests stops a run early only when so many have failed, */
  abortFailuresMin: 10,
  /** and when it is above its limit by so many standard deviations: by chance in one look of a thousand. */
  abortDeviations: 3,
} as const;
