/** How `downpour doctor` measures the request rate that a shard can send. */
export const calibrating = {
  /** Request rates that doctor tries, one after the other. */
  requestsPerSec: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000],
  /** Duration of each request rate. */
  stepMs: 1_000,
  /** Wait for the last users of each request rate. */
  lastUsersMs: 250,
  /** Users at once: the number for a target that answers within 10 ms. */
  connections: 100,
  /** A request rate is too high when its requests leave later than this at p99. */
  latenessMsP99Max: 5,
  /** A request rate counts only when this share of its requests was sent. Arrivals are drawn at random. */
  deliveredMin: 0.9,
  /**
   * Doctor recommends this share of the highest rate, because the test server shares the core, targets send
   * larger responses, and other machines are slower.
   */
  part: 0.8,
} as const;
