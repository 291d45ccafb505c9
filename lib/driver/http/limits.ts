/** Bounds of requests. */
export const sending = {
  /**
   * The most bytes of the method, path and header fields of a request together. Common servers accept a
   * megabyte at most. A variable may have much more, and every copy of it would need as much memory.
   */
  headBytesMax: 1024 * 1024,
} as const;

/** Bounds of connections to targets. */
export const connecting = {
  /**
   * The longest time to resolve a target's name and to connect. It includes the TLS handshake, unless a time
   * limit of the handshake is added to it. While connections are opened, it is also the longest time without
   * progress.
   */
  reachMsMax: 2_500,
  /**
   * The longest time to connect to one address of a name before the next address is tried. An overloaded
   * target drops requests to connect, and the operating system repeats them only after a second.
   */
  addressMsMax: 2_000,
  /** The pause after a failed attempt to open a connection, or after a target closed it without a byte. */
  retryPauseMs: 50,
  /**
   * A connection counts as too old this long before its target closes it, by the keep-alive time that the
   * target announced. A request may need so long to reach the target.
   */
  idleMarginMs: 1_000,
  /**
   * A target may allow no requests on an HTTP/2 connection for a while. After this time, Downpour closes the
   * connection.
   */
  pausedMsMax: 5_000,
  /**
   * A connection that its target closes after slow responses is replaced at once. This happens only while
   * fewer connections than this are open to the target, including those that are closing. A Lambda function
   * has 1,024 file descriptors.
   */
  replacingMax: 850,
  /**
   * The most core connections to one target that an event loop opens at the same time. With thousands, the
   * event loop reads the answers so late that the first connections time out.
   */
  openingsAtOnce: 250,
  /**
   * The longest time to open the core connections of a target (those that must be open before T0). It is much
   * shorter than the time that a phase waits for its drives.
   */
  openingCoreMsMax: 20_000,
  /**
   * At least this percentage of the core connections must be open before a phase starts. The others open when
   * requests need them.
   */
  openedPercentMin: 90,
  /**
   * A longer block of an event loop than this, while connections are opened, means that late connections are
   * the fault of the machine. The target is then not the cause.
   */
  openingStallMs: 500,
  /** The most addresses of one target that are checked before the load (preflight). */
  addressesMax: 8,
  /**
   * If a server does not answer a TLS handshake within this time, it does not use TLS. If it keeps the
   * connection open for this time after a handshake, it has accepted the client.
   */
  greetingMsMax: 500,
  /** After this time without traffic, the operating system checks whether a connection still exists. */
  probeMs: 60_000,
  /**
   * A body of at most this size is copied after its head and written together with it, which saves up to a
   * microsecond. A larger body is written without a copy. From 4 KB on, that saves up to half of the time.
   */
  joinedBytesMax: 2 * 1024,
  /**
   * The time limit of a TLS handshake when the document gives none. In the check of targets before the load,
   * a longer limit of the document is reduced to this value.
   */
  handshakeMs: 10_000,
  /**
   * The time limit of a TLS handshake when the document turns the limit off. No user waits so long for a
   * handshake.
   */
  handshakeMsMax: 24 * 3_600_000,
} as const;
