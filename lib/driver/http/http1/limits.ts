/**
 * Bounds of a response over HTTP/1.1. Servers refuse requests with much smaller heads, so a target that
 * exceeds these bounds is broken or hostile.
 */
export const responses = {
  /** The longest status line, and the longest header field. Real cookies and policies need some kilobytes. */
  lineBytesMax: 16 * 1024,
  /** The most bytes of the status line and all header fields together. */
  headBytesMax: 64 * 1024,
  /** The most interim responses (status 1xx) before the final response. */
  interimMax: 32,
  /** The longest line before a chunk, with the extensions after the size. */
  chunkLineBytesMax: 4 * 1024,
  /** The most bytes of all fields after the last chunk. */
  trailerBytesMax: 16 * 1024,
} as const;
