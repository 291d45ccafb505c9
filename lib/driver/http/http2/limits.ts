/** Connections over HTTP/2. */
export const http2 = {
  /** Requests at once on a connection whose target gives no number. */
  streamsMax: 100,
  /**
   * What a target may send of one response, and on a connection, before it hears that it was read. It is read
   * at once, so this costs no memory, and 16 MB in 100 ms of way there and back are more than a gigabit a
   * second.
   */
  streamWindowBytes: 16 * 1024 * 1024,
  connectionWindowBytes: 64 * 1024 * 1024,
  /** The fields of a response with their names, and 32 bytes for each; also their header block. */
  headBytesMax: 256 * 1024,
  /** Answers to pings and settings that a target does not read. */
  unreadBytesMax: 1024 * 1024,
  /** GOAWAY frames of one connection; a target that closes gently sends two. */
  goodbyesMax: 10,
} as const;
