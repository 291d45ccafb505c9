/**
 * A response over HTTP/1.1. Servers refuse requests with much smaller heads. A target that exceeds these
 * limits is broken or hostile.
 */
export const responses = {
  /** The status line, or one header field. Real cookies and policies need some kilobytes. */
  lineBytesMax: 16 * 1024,
  /** The status line and all header fields. */
  headBytesMax: 64 * 1024,
  /** Interim responses (status 1xx) before the final response. */
  interimMax: 32,
  /** The line before a chunk, with the extensions after the size. */
  chunkLineBytesMax: 4 * 1024,
  /** All fields after the last chunk. */
  trailerBytesMax: 16 * 1024,
} as const;
