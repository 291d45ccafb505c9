/** The end of a burst, in functions of the driver. */
export const ending = {
  /**
   * Drives that are at work are waited for so long after a stop: one that cannot read it stops itself before.
   */
  silenceMsMax: 20_000,
  /** Between two looks whether any is. */
  silenceLookMs: 200,
  /**
   * The same of a function that settles all phases of a burst and merges them too: half of its ten minutes.
   */
  fallbackMsMax: 300_000,
  /** So often it tries to merge, with a pause, before it ends the burst without a run. */
  fallbackAttemptsMax: 3,
} as const;
