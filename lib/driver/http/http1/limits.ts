/**
 * Bounds of a response over HTTP/1.1. Servers refuse requests with much smaller heads, so a target that
 * exceeds these bounds is broken or hostile.
 */
export const responses = {
  /**
   * The most bytes of the status line, and of each header field. Real cookies and policies need some
   * kilobytes.
   */
  lineBytesMax: 16 * 1024,
  /** The most bytes of the status line and all header fields together. */
  headBytesMax: 64 * 1024,
  /** The most interim responses (status 1xx) before the final response to a request. */
  interimMax: 32,
  /** The most bytes of the line before a chunk, which has the size and extensions. */
  chunkLineBytesMax: 4 * 1024,
  /** The most bytes of all fields after the last chunk (trailers) together. */
  trailerBytesMax: 16 * 1024,
} as const;
