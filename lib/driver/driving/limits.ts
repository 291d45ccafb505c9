/** Bounds of the work of one drive. */
export const driving = {
  /**
   * Longest time between two attempts to read the shared data of an earlier drive that has not stored all of
   * it.
   */
  lookMs: 200,
  /**
   * A drive that would start its load later than this sends nothing and counts as `missed`. Otherwise all
   * users who are due by then would start at once.
   */
  graceMs: 5_000,
  /** Time between two regular reports of a drive (heartbeats). */
  heartbeatMs: 1_000,
  /**
   * Time between two reads of the stop flag. A cold Lambda function takes up to 1.5 s to write a stop. The
   * load must end within 2 s of the request to stop.
   */
  stopLookMs: 500,
  /**
   * A drive prepares its reports in small pieces of work, because users may be due meanwhile. In one
   * iteration of the event loop, it starts no piece after this many milliseconds. A piece takes up to 0.1 ms,
   * so a user is late by 0.2 ms at most.
   */
  piecesMs: 0.1,
  /**
   * Time between two flushes, in which a drive stores its measurements. A lost drive loses the measurements
   * of one such interval. Each flush is a request to S3.
   */
  flushSeconds: 5,
  /** A drive that could not read the stop flag for this time stops itself. */
  blindMsMax: 10_000,
  /**
   * A thread of a drive that does not answer for this time counts as lost. The longest garbage collection
   * takes a second.
   */
  threadAnswerMsMax: 10_000,
  /**
   * Before its start, a drive repeats a request that a store rejects for at most this time. The AWS SDK also
   * repeats requests itself.
   */
  storeRetryMsMax: 60_000,
  /** Pause after the first rejected request. Each further pause is longer by this time. */
  storeRetryPauseMs: 500,
  /** The longest pause between two requests to a store that rejects them. */
  storeRetryPauseMsMax: 2_000,
  /**
   * Time before the timeout of its function that a drive reserves to abort requests, to finish its counts and
   * to store its measurements.
   */
  reserveMs: 20_000,
} as const;
