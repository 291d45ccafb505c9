/**
 * Bounds of the time from the call of a phase's drives to its start, and of the turns of drives that act at
 * one instant.
 */
export const pacing = {
  /**
   * Drives wake this long before a start that is known ahead, unless the deployment sets another lead. The
   * time covers a cold start, the plan and the connections.
   */
  leadMs: 5_000,
  /**
   * The lead of a phase whose drives are tasks of Fargate. A task needs an address in the network, loads its
   * image and starts a container, which usually takes 30 to 60 s.
   */
  taskLeadMs: 90_000,
  /** Phases that begin a burst wait this long for tasks to be ready. */
  taskReadyMsMax: 240_000,
  /** Tasks that are not ready delay a phase with a known start by at most this time. */
  taskGraceMs: 60_000,
  /**
   * The lead of a phase that reuses the environments of a phase before it. Half of it is the time in which
   * many drives read T0.
   */
  warmLeadMs: 4_000,
  /**
   * Time from the last user of a drive until its environment is free. The drive stores its measurements in
   * this time.
   */
  endingMs: 2_000,
  /** State transitions of a drive until it sleeps: the start of its child execution, and the wait. */
  launchTransitions: 2,
  /**
   * The number of environments that are kept free for the drives of earlier turns, when drives take turns. A
   * map takes one to three seconds to begin, in which turns pass, and a state can only wait for whole
   * seconds.
   */
  turnsReserve: 400,
  /**
   * The most time that the first phases of a burst wait until all their drives are ready. The wait is longer
   * if the quotas of the region let the drives start more slowly.
   */
  readyMsMax: 30_000,
  /**
   * The most time by which drives that are not ready delay a phase with a known start. The time is longer if
   * the quotas of the region let the drives start more slowly.
   */
  readyGraceMs: 5_000,
  /**
   * Drives in another region are called earlier by this time, and a phase waits for them longer by it. The
   * time covers the call, and ten round trips until the drives are ready.
   */
  afarMs: 4_000,
  /**
   * The length of the jitter for each drive. Drives that write at one instant, because they get ready or end
   * together, add a jitter to their writes. This length allows about three writes of each drive, of the 4,000
   * a second that a new table accepts.
   */
  jitterMsDrive: 1.5,
  /**
   * The longest jitter. Thousands of drives need more writes, which lib/cloud/warm-throughput.ts derives from
   * the ceilings of the deployment.
   */
  jitterMsMax: 1_500,
  /** A phase with fewer drives has no jitter. */
  jitterDrivesMin: 100,
  /**
   * The length of the jitter of the leases. Drives take their leases before they know their number. This
   * jitter is shorter than the rest of the lead of many drives (`warmLeadMs`, without their jitter).
   */
  leaseJitterMs: 750,
} as const;
