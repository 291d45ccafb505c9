/** Bounds above which a run reports a suspicion: its numbers may describe the generator, not the target. */
export const suspecting = {
  /**
   * A phase that begins later than its conditions allow by more than this is reported, because the target had
   * fewer users meanwhile. Milliseconds.
   */
  startGapMsMax: 1_000,
  /**
   * The longest stall of an event loop in nanoseconds. The jitter watchdog of the original driver has the
   * same bound.
   */
  stallNsMax: 100_000_000,
  /** The longest time between the start of a shard and T0, by the wall clock. Milliseconds. */
  skewMsMax: 100,
  /**
   * A shard is reported when the comparison of its clock with a time server has a larger uncertainty, because
   * its start is not certain. Milliseconds.
   */
  clockBoundMsMax: 50,
  /**
   * A cut-off request is reported when it waited for longer than every response by more than this, in
   * nanoseconds. A stop may delay the last responses by some milliseconds.
   */
  cutOffExcessNsMax: 1_000_000_000,
  /** The most drives that a suspicion names. It counts the others. */
  drivesNamedMax: 5,
  /** The most failures that a run document keeps. */
  failuresMax: 100,
} as const;
