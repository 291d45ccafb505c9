/** Limits for the end of a burst, in functions of the driver. */
export const ending = {
  /**
   * The longest wait in milliseconds for drives that still send load after a stop. A drive that cannot read
   * the stop flag stops itself earlier.
   */
  silenceMsMax: 20_000,
  /** The milliseconds between two checks for drives at work. */
  silenceLookMs: 200,
  /**
   * The time in milliseconds within which the fallback settles all phases of a burst: half of its ten
   * minutes. Afterwards it merges them.
   */
  fallbackMsMax: 300_000,
  /**
   * The number of times that the fallback tries to merge, with pauses, before it ends the burst without a
   * run.
   */
  fallbackAttemptsMax: 3,
} as const;
