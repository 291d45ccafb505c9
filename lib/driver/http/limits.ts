/** Connections to targets. */
export const connecting = {
  /**
   * Longest time to resolve the name of a target, to connect and to shake hands. It is also the longest time
   * in which opening may make no progress.
   */
  reachMsMax: 2_500,
  /** Pause after a failed attempt to open a connection. */
  retryPauseMs: 50,
  /**
   * Connections of one target that a drive opens at once. Thousands at one instant keep an event loop busy
   * until the first of them time out.
   */
  openingsAtOnce: 250,
  /**
   * Longest time to open the core connections of a target. It is well below the time that a phase waits for
   * its drives.
   */
  openingCoreMsMax: 20_000,
  /**
   * Core connections in a hundred that must be open before the load begins. The others open when they are
   * needed.
   */
  openedPercentMin: 90,
  /**
   * If an event loop stalls for longer than this while connections open, the stall is the reason why they are
   * late.
   */
  openingStallMs: 500,
  /** Addresses of one target that are tried before a run. */
  addressesMax: 8,
  /**
   * A server that does not answer a TLS greeting within this time counts as a server without TLS. A server
   * that sends nothing for this long after a handshake has accepted the client.
   */
  greetingMsMax: 500,
  /** Idle time after which the operating system probes whether the peer is still connected. */
  probeMs: 60_000,
  /**
   * Bodies up to this size are copied behind their head and written with it, which saves up to a microsecond;
   * larger ones are handed over as they are, which saves up to half of the time from 4 KB on.
   */
  joinedBytesMax: 2 * 1024,
  /**
   * Longest TLS handshake where the target sets no other limit. Before the load, it is the longest handshake
   * in any case.
   */
  handshakeMs: 10_000,
  /** Longest TLS handshake of a target that disables the limit. */
  handshakeMsMax: 24 * 3_600_000,
} as const;
