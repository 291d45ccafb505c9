/** Bounds of the work of one drive. */
export const driving = {
  /** Time between two reads of the shared data of an earlier drive that still runs. */
  lookMs: 200,
  /**
   * A drive that starts later than this is `missed`. It sends no load, because its load would come in one
   * late burst.
   */
  graceMs: 5_000,
  /** Time between two heartbeats, in which a drive reports. */
  heartbeatMs: 1_000,
  /**
   * Time between two reads of the stop flag. A cold function takes up to 1.5 s to write a stop, and the load
   * must end within 2 s.
   */
  stopLookMs: 500,
  /**
   * A drive prepares its reports in small pieces of work, because users may be due meanwhile. In one turn of
   * the event loop it begins no piece after this many milliseconds. A piece takes up to 0.1 ms, so a user is
   * late by 0.2 ms at most.
   */
  piecesMs: 0.1,
  /**
   * A drive stores its measurements at this interval. A lost drive loses the measurements of one interval,
   * and each store is a request to S3.
   */
  flushSeconds: 5,
  /** A drive that could not read the stop flag for this time stops itself. */
  blindMsMax: 10_000,
  /**
   * A thread of a drive that sends no reply for this time counts as hanging. The longest garbage collection
   * takes a second.
   */
  threadAnswerMsMax: 10_000,
  /**
   * Before its start, a drive repeats a request that a store refuses, for this time. The SDK also repeats
   * requests itself.
   */
  storeRetryMsMax: 60_000,
  /** Pause after the first refused request. Each further pause is longer by this time. */
  storeRetryPauseMs: 500,
  /** Longest pause between two requests to a store that refuses them. */
  storeRetryPauseMsMax: 2_000,
  /**
   * Time that a drive keeps before the timeout of its function, to abort requests, to seal seconds and to
   * store the partial.
   */
  reserveMs: 20_000,
} as const;
