/** Above these, the numbers say more about the generator than about the target. */
export const health = {
  /**
   * Users may start late in one case of a hundred by this part of the target's median time: the percentiles
   * that are reported change by no more.
   */
  latenessShareMax: 0.25,
  /**
   * Lateness below this is never too much: a busy laptop takes a process off its core for some milliseconds.
   */
  latenessNsFloor: 5_000_000,
  /**
   * Part of a core that the event loop of a drive may use in a second. Above it requests and responses queue
   * in the generator: behind two others on average, and from there on the queue grows without end.
   */
  cpuMax: 0.85,
  /**
   * Part of a second in which the event loop of a drive may have something to do: more, and the next thing
   * waits.
   */
  activeMax: 0.95,
  /** Garbage collections of one second together. */
  gcNsMax: 100_000_000,
  /** Part of the descriptors that the system allows. */
  descriptorsShareMax: 0.95,
  /**
   * From here on a second of a drive is unhealthy, and nobody is blamed for what was measured in it; the
   * bounds above only warn. A full garbage collection takes up to 50 ms, and a laptop with a browser takes a
   * process off its core for as long; 100 ms is what the original driver's watchdog calls jitter.
   */
  unhealthyLatenessNsP99: 100_000_000,
  /** The same for the longest stall of the event loop that reaches into the second. */
  unhealthyStallNs: 100_000_000,
  /**
   * A machine with less than this share of a second to spare has no CPU left. That alone is nobody's fault:
   * who loads a target on the same machine wants it so.
   */
  idleMin: 0.02,
  /**
   * When no CPU is left and users start this late or the event loop stands still for this long, the second is
   * strained: no limit is called broken for its sake, but it makes no run inconclusive by itself, or a laptop
   * with a browser would rarely see a verdict. Twice what a young garbage collection takes.
   */
  impactNs: 20_000_000,
} as const;
