/** What `downpour doctor` finds a shard to be good for. */
export const calibrating = {
  /** Tried one after the other. */
  requestsPerSec: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000],
  /** How long each. */
  stepMs: 1_000,
  /** For the last users of each. */
  lastUsersMs: 250,
  /** Users at once: those of a target that answers within 10 ms. */
  connections: 100,
  /** Requests that leave later than this at p99 are too many. */
  latenessMsP99Max: 5,
  /** Part of the requests that must have been sent; arrivals are drawn. */
  deliveredMin: 0.9,
  /**
   * Part of the most that is trusted: the server shares the core, targets answer with more, and other
   * machines are slower.
   */
  part: 0.8,
} as const;
