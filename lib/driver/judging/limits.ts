/**
 * Default limits of a phase, for a document that sets none. Shares are from 0 to 1. A run that exceeds a
 * limit fails.
 */
export const judging = {
  /**
   * The share of a metric's requests that may be failed or invalid. `--max-errors` and the options of a
   * deployment change it.
   */
  failedRatioMax: 0.01,
  /**
   * The share of time in which requests may wait for a connection. In a pool of the right size, a request
   * waits now and then. Above this share, response times show the wait.
   */
  blockedRatioMax: 0.01,
  /**
   * When connections wait because responses stall, the limit on waiting skips up to this number of seconds.
   * Response times already show the stall, and the pool is not too small.
   */
  pauseSecondsMax: 3,
  /**
   * In a longer phase, the limit on waiting skips up to this share of the seconds in which responses stall.
   */
  pauseShareMax: 0.05,
  /**
   * A response has stalled when it takes this many times the median, and longer than a busy machine delays
   * it.
   */
  pauseFactorMin: 5,
  /**
   * The target counts as slowed down while requests wait for connections, if the median then is this many
   * times that of the other seconds.
   */
  slowFactorMin: 3,
  /**
   * A second without a response counts as silence of the target only when no event loop stalled for longer
   * than this, in nanoseconds. After a shorter stall, each event loop has read its sockets at least once in
   * that second.
   */
  silenceStallNsMax: 500_000_000,
} as const;

/** Bounds for delays of the load generator, which do not count against the target. */
export const excusing = {
  /**
   * A timeout counts against the target if it is at least this many times the generator's longest stall or
   * lateness. So does the part of a response time that is longer. A response passes the event loop only a few
   * times.
   */
  timeoutStallsMin: 10,
  /**
   * A run with a larger share of its requests in unhealthy seconds is inconclusive. In a run of 20 s, one
   * second may be lost.
   */
  unhealthyShareMax: 0.05,
} as const;
