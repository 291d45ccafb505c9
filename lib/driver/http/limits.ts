/** Bounds of requests. */
export const sending = {
  /**
   * The most bytes of the method, path and header fields of a request. Common servers accept a megabyte at
   * most. A variable may have much more, and every copy of it would need as much memory.
   */
  headBytesMax: 1024 * 1024,
} as const;

/** Bounds of connections to targets. */
export const connecting = {
  /**
   * The most time to look up a target's name, to connect and to do the TLS handshake. It is also the longest
   * time without progress while connections are opened.
   */
  reachMsMax: 2_500,
  /**
   * The most time to connect to one address of a name before the next address is tried. An overloaded target
   * drops requests to connect, and the operating system repeats them only after a second.
   */
  addressMsMax: 2_000,
  /** The pause after a failed attempt to open a connection. */
  retryPauseMs: 50,
  /**
   * A connection is replaced when it was idle for the keep-alive time that its target announced, less this
   * time. A request may need so long to reach the target.
   */
  idleMarginMs: 1_000,
  /** A connection closes when its target allows no HTTP/2 requests on it for this time. */
  pausedMsMax: 5_000,
  /**
   * A connection that its target closes after slow responses is replaced at once only while a target has
   * fewer connections than this, with those that close. A Lambda function has 1,024 file descriptors.
   */
  replacingMax: 850,
  /**
   * The most connections of one target that a drive opens at once. With thousands at one instant, the event
   * loop reads the answers so late that the first connections time out.
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
   * If an event loop is blocked for longer than this while connections are opened, the machine is the reason
   * for late connections, not the target.
   */
  openingStallMs: 500,
  /** The most addresses of one target that the preflight checks. */
  addressesMax: 8,
  /**
   * A server that does not answer a TLS handshake within this time does not use TLS. A server that sends no
   * bytes for this time after a handshake has accepted the client.
   */
  greetingMsMax: 500,
  /** The operating system checks a connection after this time without traffic. */
  probeMs: 60_000,
  /**
   * A body of up to this size is copied after its head and written with it, which saves up to a microsecond.
   * A larger body is written without a copy, which saves up to half of the time from 4 KB on.
   */
  joinedBytesMax: 2 * 1024,
  /**
   * The time limit of a TLS handshake when the document gives none. Before any load, it is the longest time
   * of every handshake.
   */
  handshakeMs: 10_000,
  /**
   * The time limit of a TLS handshake when the document sets no limit. No user waits longer for a handshake.
   */
  handshakeMsMax: 24 * 3_600_000,
} as const;
