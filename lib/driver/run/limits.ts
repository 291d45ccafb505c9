/**
 * Above these limits, a run reports a suspicion: its numbers describe the load generator rather than the
 * target.
 */
export const suspecting = {
  /**
   * A run reports a phase that begins later than its conditions allow by more than this, because the target
   * had fewer users meanwhile. Milliseconds.
   */
  startGapMsMax: 1_000,
  /** Longest stall of an event loop. The jitter watchdog of the original driver has the same bound. */
  stallNsMax: 100_000_000,
  /** Wall-clock distance between the start of a shard and T0. */
  skewMsMax: 100,
  /**
   * A run reports a shard whose clock was compared with a time server with a larger uncertainty, because its
   * start is not certain.
   */
  clockBoundMsMax: 50,
  /** Drives that a suspicion names. It counts the others. */
  drivesNamedMax: 5,
  /** Records of failures that a run document keeps. */
  failuresMax: 100,
} as const;
