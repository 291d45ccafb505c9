/**
 * Bounds above which a run document has a suspicion: a hint that its numbers may describe the generator, not
 * the target.
 */
export const suspecting = {
  /**
   * A phase that begins this many milliseconds later than its conditions allow gets a notice, because the
   * target had fewer users than planned until then.
   */
  startGapMsMax: 1_000,
  /**
   * A longer stall of an event loop than this raises a suspicion, in nanoseconds. The watchdog of the
   * original driver has the same bound for jitter.
   */
  stallNsMax: 100_000_000,
  /** A shard that starts this many milliseconds after T0, by the wall clock, raises a suspicion. */
  skewMsMax: 100,
  /**
   * A shard raises a suspicion when the comparison of its clock with a time server is less certain than this,
   * in milliseconds. Its start is then not certain.
   */
  clockBoundMsMax: 50,
  /**
   * A request that was cut off at the end is reported when it waited longer than every response by more than
   * this, in nanoseconds. Stopping the users may delay the last responses by some milliseconds.
   */
  cutOffExcessNsMax: 1_000_000_000,
  /** The most drives that a suspicion names. The suspicion gives only the number of the others. */
  drivesNamedMax: 5,
  /** The most failures that a run document lists, and the most errors. */
  failuresMax: 100,
} as const;
