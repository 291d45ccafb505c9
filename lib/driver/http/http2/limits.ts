/** Bounds of connections over HTTP/2. */
export const http2 = {
  /** The most requests at once on a connection, if the document gives no number. */
  streamsMax: 100,
  /**
   * The most bytes that a target may send on one response, and on a connection, before Downpour confirms
   * them. Downpour reads bytes at once, so this limit needs no memory. With 16 MB and a round trip of 100 ms,
   * a response can arrive with more than a gigabit a second.
   */
  streamWindowBytes: 16 * 1024 * 1024,
  connectionWindowBytes: 64 * 1024 * 1024,
  /**
   * The most bytes of a response's header fields: names, values, and 32 bytes more for each field. An encoded
   * header block has the same limit.
   */
  headBytesMax: 256 * 1024,
  /** The most bytes of answers to pings and settings that a target has not read. */
  unreadBytesMax: 1024 * 1024,
  /**
   * The most bytes of bodies that the target has not read when their requests have ended. They fill the
   * memory.
   */
  unsentBytesMax: 16 * 1024 * 1024,
  /**
   * The most frames in a row that bring no request further, such as pings, settings and empty frames. Each
   * further setting of a frame counts like a frame. Usual targets send a ping every few seconds at most.
   */
  idleFramesMax: 10_000,
  /**
   * The most repeats of a request that targets have not processed because they closed their connection
   * without an error. Servers close a connection after a number of requests, and the connections of a pool
   * reach that number at about the same time. curl repeats a request as often.
   */
  goAwayRepeatsMax: 5,
  /**
   * The most GOAWAY frames (no more requests) of one connection. A target that closes in good order sends
   * two.
   */
  goAwaysMax: 10,
} as const;
