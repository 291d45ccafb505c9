/** Connections to targets. */
export const connecting = {
  /**
   * Time to look up a target's name, to connect and to do the TLS handshake. It is also the longest time
   * without progress while connections are opened.
   */
  reachMsMax: 2_500,
  /** The pause after a failed attempt to open a connection. */
  retryPauseMs: 50,
  /**
   * Connections of one target that are being opened at once in a drive. With thousands at one instant, the
   * event loop reads its answers so late that the first connections time out.
   */
  openingsAtOnce: 250,
  /**
   * The longest time to open the core connections of a target. It is much shorter than the time that a phase
   * waits for its drives.
   */
  openingCoreMsMax: 20_000,
  /**
   * The percentage of the core connections that must be open before a phase starts. The other connections
   * open when requests need them.
   */
  openedPercentMin: 90,
  /**
   * When an event loop is blocked for longer than this while connections are opened, the machine is the
   * reason why they are late.
   */
  openingStallMs: 500,
  /** Addresses of one target that the preflight checks. */
  addressesMax: 8,
  /**
   * A server that does not answer a TLS handshake within this time speaks no TLS. A server that sends no
   * bytes for this time after a handshake has accepted the client.
   */
  greetingMsMax: 500,
  /** Idle time after which the operating system checks the connection to the other side. */
  probeMs: 60_000,
  /**
   * A body of up to this size is copied after its head and written with it, which saves up to a microsecond.
   * A larger body is written without a copy, which saves up to half of the time from 4 KB on.
   */
  joinedBytesMax: 2 * 1024,
  /**
   * The time limit of a TLS handshake when the document gives none. It is also the longest time of a
   * handshake before any load.
   */
  handshakeMs: 10_000,
  /**
   * The time limit of a TLS handshake that the document sets to no limit. No user waits longer for a
   * handshake.
   */
  handshakeMsMax: 24 * 3_600_000,
} as const;
