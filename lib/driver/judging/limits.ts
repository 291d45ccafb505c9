/**
 * Default limits of a phase, which apply when the document sets none. Shares are from 0 to 1. A run that
 * exceeds a limit fails.
 */
export const judging = {
  /**
   * The largest share of a metric's requests that may fail or be invalid. `--max-errors` and the options of a
   * deployment change it.
   */
  failedRatioMax: 0.01,
  /**
   * The largest share of time in which requests may wait for a connection. In a pool of the right size, a
   * request waits now and then. Above this share, the waiting shows in the response times.
   */
  blockedRatioMax: 0.01,
  /**
   * The most seconds that the limit on waiting leaves out, when requests wait for connections because
   * responses stall. Response times already show the stall, and the pool of connections is not too small.
   */
  pauseSecondsMax: 3,
  /** In a longer phase, the limit on waiting may leave out this share of its seconds because of stalls. */
  pauseShareMax: 0.05,
  /**
   * A response has stalled when it takes this many times the median. It must also take longer than a busy
   * machine delays a response.
   */
  pauseFactorMin: 5,
  /**
   * The target counts as slowed down when requests waited for connections and it was slow in the same
   * seconds. The median response time of those seconds must be at least this many times that of the other
   * seconds.
   */
  slowFactorMin: 3,
  /**
   * The longest stall of an event loop, in nanoseconds, in a second that may count as silence of the target.
   * In such a second no response arrives. After so short a stall, each event loop has read its sockets at
   * least once in that second.
   */
  silenceStallNsMax: 500_000_000,
} as const;

/**
 * Bounds that decide which delays the load generator caused itself. Such delays do not count against the
 * target.
 */
export const excusing = {
  /**
   * A timeout counts against the target if it is at least this many times the generator's longest stall or
   * lateness. The same holds for the part of a response time above that bound. A response passes the event
   * loop only a few times, so the generator can add only a few such delays.
   */
  timeoutStallsMin: 10,
  /**
   * A run is inconclusive when a larger share of its requests was in seconds in which the generator was
   * unhealthy. In a run of 20 s, one second may be unhealthy.
   */
  unhealthyShareMax: 0.05,
} as const;
