/** Bounds of connections over HTTP/2. */
export const http2 = {
  /** The most requests at once on a connection, when the document gives no number. */
  streamsMax: 100,
  /**
   * The most bytes of one response, and of a connection, that a target may send before Downpour confirms
   * them. Downpour reads bytes at once, so this limit needs no memory. With 16 MB and a round trip of 100 ms,
   * a response can arrive with more than a gigabit a second.
   */
  streamWindowBytes: 16 * 1024 * 1024,
  connectionWindowBytes: 64 * 1024 * 1024,
  /**
   * The most bytes of the names and values of a response's fields, plus 32 bytes for each field. The header
   * block has the same limit.
   */
  headBytesMax: 256 * 1024,
  /** The most bytes of answers to pings and settings that a target has not read. */
  unreadBytesMax: 1024 * 1024,
  /**
   * The most frames in a row that bring no request further, such as pings, settings and empty frames. A
   * target sends a ping every few seconds at most.
   */
  idleFramesMax: 10_000,
  /**
   * The most repeats of a request that targets have not processed because they closed the connection without
   * an error. Servers close a connection after a number of requests, and the connections of a pool reach that
   * number at about the same time. curl repeats a request as often.
   */
  goAwayRepeatsMax: 5,
  /** The most GOAWAY frames of one connection. A target that closes gracefully sends two. */
  goAwaysMax: 10,
} as const;
