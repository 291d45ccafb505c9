/** Connections over HTTP/2. */
export const http2 = {
  /** The most requests at once on a connection, when the document gives no number. */
  streamsMax: 100,
  /**
   * Bytes of one response, and of a connection, that a target may send before Downpour confirms that it read
   * them. Downpour reads them at once, so this limit needs no memory. With 16 MB and a round trip of 100 ms,
   * a response can arrive with more than a gigabit a second.
   */
  streamWindowBytes: 16 * 1024 * 1024,
  connectionWindowBytes: 64 * 1024 * 1024,
  /**
   * The names and values of the fields of a response, plus 32 bytes for each field. The header block has the
   * same limit.
   */
  headBytesMax: 256 * 1024,
  /** Answers to pings and settings that a target does not read. */
  unreadBytesMax: 1024 * 1024,
  /** GOAWAY frames of one connection. A target that closes gracefully sends two. */
  goAwaysMax: 10,
} as const;
