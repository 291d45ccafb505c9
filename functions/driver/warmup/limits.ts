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
  /** The lateness in milliseconds at the 99th percentile from which on a request rate is too high. */
  latenessMsP99Max: 5,
  /** The share of requests that must be sent so that a request rate counts. Arrivals are random. */
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
  /** During the warm-up. Its two hundred requests then suffice for the functions of each request. */
  callsInWarmUp: 100,
  /** After the warm-up. Functions that only the load reaches are compiled early in the load. */
  callsAfterwards: 300,
} as const;
