/** The comparison of a drive's clock with a time server. */
export const clocks = {
  /** Questions; the one that was under way for the shortest time counts. */
  exchanges: 8,
  /** Longest wait for one answer: a server on another continent takes less. */
  answerMsMax: 250,
  /** Longest time of all; a drive is not ready before. */
  measureMsMax: 1_000,
  /**
   * Drives of one environment use a comparison again for this long: a quartz drifts by a millisecond a minute
   * at most.
   */
  freshMs: 60_000,
} as const;
