/** Limits for the measurement of the request rate that a shard can send, for `downpour doctor`. */
export const calibrating = {
  /** The request rates that doctor tries, one after the other. */
  requestsPerSec: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000],
  /** The duration of each request rate in milliseconds. */
  stepMs: 1_000,
  /** The wait for the last users of each request rate in milliseconds. */
  lastUsersMs: 250,
  /** The number of concurrent users, enough for a target that answers within 10 ms. */
  connections: 100,
  /**
   * A request rate is too high when the 99th percentile of its lateness exceeds this number of milliseconds.
   */
  latenessMsP99Max: 5,
  /**
   * A request rate counts only when this share of its requests was sent. Random arrivals may give fewer
   * requests than planned.
   */
  deliveredMin: 0.9,
  /**
   * The share of the highest rate that doctor recommends. The test server shares the core, targets send
   * larger responses, and other machines are slower.
   */
  part: 0.8,
} as const;

/**
 * The number of calls after which V8 optimises a function fully. V8's own number is 3,000: at 1,000 users a
 * second, its threads then compile for 1 % of the first ten seconds. Where they share the core with the event
 * loop, users start milliseconds late.
 */
export const compiling = {
  /**
   * The number of calls during the warm-up. Its two hundred requests then suffice for the functions that each
   * request calls.
   */
  callsInWarmUp: 100,
  /**
   * The number of calls after the warm-up. Functions that only the load calls are compiled early in the load.
   */
  callsAfterwards: 300,
} as const;
