/** Above these limits, numbers describe the load generator rather than the target. */
export const health = {
  /**
   * One user of a hundred may start late by this share of the target's median time. The reported percentiles
   * change by no more than that.
   */
  latenessShareMax: 0.25,
  /**
   * Lateness below this is never a suspicion. A busy laptop takes a process off its core for some
   * milliseconds.
   */
  latenessNsFloor: 5_000_000,
  /**
   * Share of a core that the event loop of a drive may use in a second. Above it, requests and responses
   * queue in the generator, two ahead of each on average, and the queue grows fast.
   */
  cpuMax: 0.85,
  /** Share of a second in which the event loop of a drive may be active. Above it, events wait. */
  activeMax: 0.95,
  /** Garbage collections of one second together. */
  gcNsMax: 100_000_000,
  /** Share of the descriptors that the system allows. */
  descriptorsShareMax: 0.95,
  /**
   * Lateness at p99 from which a second of a drive is unhealthy: measurements of that second do not count
   * against the target. Lower limits only warn. A full garbage collection takes up to 50 ms, and a laptop
   * with a browser takes a process off its core for as long. The watchdog of the original driver calls 100 ms
   * jitter.
   */
  unhealthyLatenessNsP99: 100_000_000,
  /** Longest stall of the event loop in a second from which the second is unhealthy. */
  unhealthyStallNs: 100_000_000,
  /**
   * A machine with a smaller idle share of a second has no CPU left. That alone is not a fault, because a
   * person may load a target on the same machine.
   */
  idleMin: 0.02,
  /**
   * When no CPU is left and users start this late, or the event loop stalls for this long, the second is
   * strained. A strained second breaks no limit, but it does not make a run inconclusive by itself, because a
   * laptop with a browser would rarely get a verdict. The time is twice that of a young garbage collection.
   */
  impactNs: 20_000_000,
} as const;
