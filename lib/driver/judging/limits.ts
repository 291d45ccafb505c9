/** Limits of a phase whose document sets none. Shares are from 0 to 1. A run that exceeds a limit fails. */
export const judging = {
  /**
   * Share of requests of a metric that failed or were invalid. `--max-errors` and the options of a deployment
   * change it.
   */
  failedRatioMax: 0.01,
  /**
   * Share of time in which requests waited for a connection. In a pool of the right size, a request waits now
   * and then; from one part in a hundred on, response times show the wait.
   */
  blockedRatioMax: 0.01,
  /**
   * When connections wait because responses stall, the limit on waiting skips up to this number of seconds.
   * Response times already show the stall, and the pool is not too small.
   */
  pauseSecondsMax: 3,
  /** In a longer phase, the limit on waiting skips up to this share of the seconds when responses stall. */
  pauseShareMax: 0.05,
  /**
   * A response has stalled when it takes this many times the median, and longer than a busy machine delays
   * it.
   */
  pauseFactorMin: 5,
  /**
   * The target counts as slowed down when the median is this many times that of the other seconds, while
   * requests wait for connections.
   */
  slowFactorMin: 3,
} as const;

/** Delays of the load generator that do not count against the target. */
export const excusing = {
  /**
   * The generator did not cause a timeout that is longer than this many times its longest stall or lateness.
   * A response passes the event loop a few times.
   */
  timeoutStallsMin: 10,
  /**
   * A run with a larger share of its requests in unhealthy seconds is inconclusive. In a run of 20 s, one
   * second may be lost.
   */
  unhealthyShareMax: 0.05,
} as const;
