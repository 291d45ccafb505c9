/** Bounds of the limits that are judged during the load. */
export const evaluating = {
  /** The most settled seconds in a report of a drive, so that a slow reader of reports misses none. */
  evidenceSecondsMax: 4,
  /**
   * The drive that judges a phase reads the reports of this number of drives each second. It cannot read
   * more, because it sends load as well.
   */
  evaluatedDrivesTurn: 256,
  /**
   * The judging drive reads each report at least once in this number of seconds, so that the seconds of
   * reports overlap.
   */
  evaluationTurnsMax: 3,
  /**
   * The most metrics of a drive whose limits are judged during the load. A second of a metric takes up to 3
   * KB of an item of 400 KB.
   */
  evaluatedMetricsMax: 30,
} as const;

/** Bounds for limits that stop a run before its end. */
export const aborting = {
  /**
   * With `--stop-on-failure`, the share of failed requests stops a run early only after this number of
   * failures.
   */
  abortFailuresMin: 10,
  /**
   * With `--stop-on-failure`, the share of failed requests stops a run early only when it exceeds its limit
   * by this number of standard deviations. Chance alone exceeds that in one check of a thousand.
   */
  abortDeviations: 3,
} as const;
