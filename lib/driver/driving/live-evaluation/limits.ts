/** Bounds of the limits that are judged during the load. */
export const evaluating = {
  /**
   * The most seconds in a report of a drive. Each report repeats earlier seconds, so that a slow reader
   * misses none.
   */
  evidenceSecondsMax: 4,
  /**
   * The most drives whose reports the judging drive reads each second. It sends load as well, so it cannot
   * read more.
   */
  evaluatedDrivesTurn: 256,
  /**
   * The judging drive reads each report at least once in this number of seconds. Reports repeat older
   * seconds, so it misses none.
   */
  evaluationTurnsMax: 3,
  /**
   * The most metrics of a drive whose limits with a window are judged during the load. A second of a metric
   * takes up to 3 KB of an item of the table, and an item has at most 400 KB.
   */
  evaluatedMetricsMax: 30,
} as const;

/** Bounds for limits that stop a run before its end. */
export const aborting = {
  /**
   * With `--stop-on-failure`, the share of failed requests stops a run early only after at least this number
   * of failures.
   */
  abortFailuresMin: 10,
  /**
   * With `--stop-on-failure`, the share of failed requests stops a run early only when it exceeds its limit
   * by this number of standard deviations. By chance alone, that happens in one check of a thousand.
   */
  abortDeviations: 3,
} as const;
