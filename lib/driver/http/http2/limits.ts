/** Connections over HTTP/2. */
export const http2 = {
  /** Concurrent requests on a connection whose target sets no limit. */
  streamsMax: 100,
  /**
   * Bytes of one response that a target may send before Downpour confirms them. Downpour reads bytes at once,
   * so a large window costs no memory. With a round trip of 100 ms, 16 MB allow more than a gigabit a second.
   */
  streamWindowBytes: 16 * 1024 * 1024,
  /** Bytes of all responses on a connection that a target may send before Downpour confirms them. */
  connectionWindowBytes: 64 * 1024 * 1024,
  /**
   * Bytes of the fields of a response with their names, and 32 bytes for each field. The limit also holds for
   * the header block.
   */
  headBytesMax: 256 * 1024,
  /** Bytes of replies to pings and settings that the target has not read. */
  unreadBytesMax: 1024 * 1024,
  /** GOAWAY frames of one connection. A target that closes gracefully sends two. */
  goodbyesMax: 10,
} as const;
