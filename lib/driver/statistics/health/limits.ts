/**
 * Bounds of the generator's health. Above them, measurements describe the load generator rather than the
 * target.
 */
export const health = {
  /**
   * The share of the target's median service time by which one user of a hundred may start late. The reported
   * percentiles change by no more than that.
   */
  latenessShareMax: 0.25,
  /**
   * A smaller lateness than this is never a problem, in nanoseconds. A busy laptop takes a process off its
   * core for some milliseconds.
   */
  latenessNsFloor: 5_000_000,
  /**
   * The largest share of a core that the event loop of a drive may use in a second. Above it, requests and
   * responses wait in the generator, each behind two others on average, and the queue grows fast.
   */
  cpuMax: 0.85,
  /**
   * The largest share of a second in which the event loop of a drive may be active. Above it, events wait.
   */
  activeMax: 0.95,
  /** The most nanoseconds of all garbage collections in one second. */
  gcNsMax: 100_000_000,
  /** The largest share of the allowed file descriptors that a process may have open. */
  descriptorsShareMax: 0.95,
  /**
   * A second of a drive is unhealthy when the 99th percentile of lateness is at least this, in nanoseconds.
   * Measurements of that second do not count against the target. Lower bounds only cause warnings. A full
   * garbage collection takes up to 50 ms, and a laptop with a browser takes a process off its core for as
   * long. The watchdog of the original driver reports 100 ms as jitter.
   */
  unhealthyLatenessNsP99: 100_000_000,
  /** A second is unhealthy when the longest stall of the event loop is at least this, in nanoseconds. */
  unhealthyStallNs: 100_000_000,
  /**
   * A machine that is idle for a smaller share of a second has no CPU left. That alone makes no second
   * unhealthy, because a person may run the target on the same machine.
   */
  idleMin: 0.02,
  /**
   * A second is strained when no CPU is left, and users start this late or the event loop stalls for this
   * long. A strained second cannot break a limit. Such seconds alone do not make a run inconclusive, because
   * a laptop with a browser would rarely get a verdict. The time in nanoseconds is twice that of a young
   * garbage collection.
   */
  impactNs: 20_000_000,
} as const;
