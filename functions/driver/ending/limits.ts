/** The end of a burst, in functions of the driver. */
export const ending = {
  /**
   * After a stop, Downpour waits this long for drives at work. A drive that cannot read the stop flag stops
   * itself earlier.
   */
  silenceMsMax: 20_000,
  /** Time between two looks for drives at work. */
  silenceLookMs: 200,
  /**
   * The fallback settles all phases of a burst within this time, and merges them afterwards: half of its ten
   * minutes.
   */
  fallbackMsMax: 300_000,
  /**
   * The fallback tries to merge this number of times, with pauses, before it ends the burst without a run.
   */
  fallbackAttemptsMax: 3,
} as const;
