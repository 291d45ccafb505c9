/** A drive. */
export const driving = {
  /** Between two looks for what a drive that still runs leaves behind. */
  lookMs: 200,
  /** Later than this after its start a drive is `missed`: it sends nothing rather than a late burst. */
  graceMs: 5_000,
  /** Between two heartbeats: a drive reports. */
  heartbeatMs: 1_000,
  /**
   * Between two looks at the stop flag. A cold function takes up to 1.5 s to write a stop, and the load is to
   * be silent within 2.
   */
  stopLookMs: 500,
  /** What a drive does for its reports while users are due, it does in pieces of this length. */
  pieceMs: 0.3,
  /**
   * Between two times that a drive writes down what it measured: so much is lost with it, and each time is a
   * request to S3.
   */
  flushSeconds: 5,
  /** A drive that could not read the stop flag for this long stops itself. */
  blindMsMax: 10_000,
  /**
   * A thread of a drive that says nothing for so long hangs; the longest garbage collection takes a second.
   */
  threadAnswerMsMax: 10_000,
  /**
   * A store that refuses a drive before its start is asked again for so long, beside what the SDK repeats by
   * itself,
   */
  storeRetryMsMax: 60_000,
  /** with a pause after the first time, so much longer after each, */
  storeRetryPauseMs: 500,
  /** but never longer than this. */
  storeRetryPauseMsMax: 2_000,
  /** Kept free before the function's hard end: to abort, seal and store the partial. */
  reserveMs: 20_000,
} as const;
