/** Above these, a run names a suspicion: its numbers say more about the generator than about the target. */
export const suspecting = {
  /**
   * A phase that begins so much later than its conditions say is told: the target had fewer users meanwhile.
   * Milliseconds.
   */
  startGapMsMax: 1_000,
  /** Longest stall of an event loop; the original driver's jitter watchdog has the same bound. */
  stallNsMax: 100_000_000,
  /** Wall-clock distance between a shard's start and T0. */
  skewMsMax: 100,
  /**
   * A shard's clock that was compared with a time server and is known less well than this says little of its
   * start.
   */
  clockBoundMsMax: 50,
  /** Drives that a suspicion names; of the others it gives the number. */
  drivesNamedMax: 5,
  /** Records of failures kept in a run document. */
  failuresMax: 100,
} as const;
