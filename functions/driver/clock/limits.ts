/** The comparison of a drive's clock with a time server. */
export const clocks = {
  /** Questions to the time server. The answer with the shortest round trip counts. */
  exchanges: 8,
  /** Longest wait for one answer. A server on another continent takes less. */
  answerMsMax: 250,
  /** Longest time of the whole comparison. A drive is not ready before it ends. */
  measureMsMax: 1_000,
  /**
   * Drives of one environment reuse a comparison for this long. A quartz drifts by a millisecond a minute at
   * most.
   */
  freshMs: 60_000,
} as const;
