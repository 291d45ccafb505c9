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
