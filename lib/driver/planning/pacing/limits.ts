/**
 * Bounds of the time from the call of a phase's drives to its start. Also bounds of the delays that spread
 * the writes of many drives over time.
 */
export const pacing = {
  /**
   * Drives wake this long before a start that is known ahead, unless the deployment sets another lead. The
   * time covers a cold start, the plan and the connections.
   */
  leadMs: 5_000,
  /**
   * The lead of a phase whose drives are tasks of Fargate: the time from their call to the start. A task
   * needs an address in the network, loads its image and starts a container, which usually takes 30 to 60 s.
   */
  taskLeadMs: 90_000,
  /**
   * The longest time that phases that begin a burst wait for tasks of Fargate to be ready. Quotas may add to
   * it.
   */
  taskReadyMsMax: 240_000,
  /**
   * The longest time by which tasks of Fargate that are not ready delay a phase with a known start. Quotas
   * may add to it.
   */
  taskGraceMs: 60_000,
  /**
   * The lead of a phase that reuses the environments of an earlier phase: the time from the wake-up of its
   * drives to its start. Half of it is the time in which many drives read T0.
   */
  warmLeadMs: 4_000,
  /**
   * Time from the last user of a drive until its Lambda environment is free. The drive stores its
   * measurements in this time.
   */
  endingMs: 2_000,
  /**
   * The number of state transitions of Step Functions until a drive sleeps: the start of its child execution,
   * and its wait.
   */
  launchTransitions: 2,
  /**
   * When drives wake one after the other, this many environments are kept free for drives that wake before
   * their turn. A map of Step Functions takes one to three seconds to begin, and a state can only wait for
   * whole seconds. So several turns may wake at once.
   */
  turnsReserve: 400,
  /**
   * The longest time that the first phases of a burst wait until all their drives are ready. The wait is
   * longer if the quotas of the region make the drives start more slowly.
   */
  readyMsMax: 30_000,
  /**
   * The longest time by which drives that are not ready delay a phase with a known start. The time is longer
   * if the quotas of the region make the drives start more slowly.
   */
  readyGraceMs: 5_000,
  /**
   * Additional time for drives in another region: they are called this much earlier, and a phase waits this
   * much longer for them. The time covers the call, and ten round trips until the drives are ready.
   */
  afarMs: 4_000,
  /**
   * Multiplied by the number of drives, this is the longest jitter of a write, in milliseconds. Jitter is a
   * delay that differs from drive to drive. Drives that get ready or end together would otherwise write at
   * one instant. This time allows about three writes of each drive, because a new table accepts 4,000 a
   * second.
   */
  jitterMsDrive: 1.5,
  /**
   * The longest random delay of a drive (jitter), for any number of drives. Thousands of drives write more
   * than a new table accepts, even with this delay. So lib/cloud/warm-throughput.ts derives the capacity of
   * the table from the largest number of shards of the deployment.
   */
  jitterMsMax: 1_500,
  /** A phase with at most this number of drives has no jitter. */
  jitterDrivesMin: 100,
  /**
   * The longest delay (jitter) before a drive takes its lease. A drive takes its lease before it knows how
   * many drives there are. This time is shorter than the part of `warmLeadMs` that many drives have left
   * without their other jitter.
   */
  leaseJitterMs: 750,
} as const;
