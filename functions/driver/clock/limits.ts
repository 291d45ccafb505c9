/** Limits for the comparison of a drive's clock with a time server. */
export const clocks = {
  /** The number of requests to the time server. The answer with the shortest round trip counts. */
  exchanges: 8,
  /** The longest wait for one answer in milliseconds. A server on another continent answers earlier. */
  answerMsMax: 250,
  /** The longest time of the whole comparison in milliseconds. A drive is not ready before it ends. */
  measureMsMax: 1_000,
  /**
   * The milliseconds for which drives of one environment reuse a comparison of clocks. In this time a clock
   * drifts by a millisecond at most.
   */
  freshMs: 60_000,
} as const;
