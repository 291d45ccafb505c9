/** Limits of a phase whose document sets none. Shares from 0 to 1; above them a run fails. */
export const judging = {
  /**
   * Requests that failed or were invalid, of all requests of a metric. `--max-errors` and a deployment move
   * it.
   */
  failedRatioMax: 0.01,
  /**
   * Time spent waiting for a connection. A pool that is just large enough makes somebody wait now and then;
   * from one part in a hundred on, the waiting shows in the response times.
   */
  blockedRatioMax: 0.01,
  /**
   * Of that limit so many seconds, or this part of a longer phase, are left out when connections waited for
   * something that stood still: the times of responses tell of a pause, and a pool is not too small because
   * of one.
   */
  pauseSecondsMax: 3,
  pauseShareMax: 0.05,
  /**
   * A response that takes so many times the median, and longer than a busy machine makes it, is one that
   * stood still.
   */
  pauseFactorMin: 5,
  /**
   * From so many times the median of other seconds on the target is said to have slowed down where requests
   * waited.
   */
  slowFactorMin: 3,
} as const;

/** What the load generator caused itself is no fault of the target. */
export const excusing = {
  /**
   * A request that waited more than so many times as long as the generator ever stood still or was late was
   * not kept waiting by it: a response has the event loop to pass a few times.
   */
  timeoutStallsMin: 10,
  /**
   * A run with more of its requests in unhealthy seconds is inconclusive: one second of a run of 20 s may be
   * lost.
   */
  unhealthyShareMax: 0.05,
} as const;
