/**
 * A response over HTTP/1.1. Servers refuse requests with heads far smaller; a target that sends more is
 * broken or hostile.
 */
export const responses = {
  /** The status line, or one header field: real cookies and policies take some kilobytes. */
  lineBytesMax: 16 * 1024,
  /** The status line and all header fields. */
  headBytesMax: 64 * 1024,
  /** Interim responses (status 1xx) before the final one. */
  interimMax: 32,
  /** The line in front of a chunk, with what a server writes behind the size. */
  chunkLineBytesMax: 4 * 1024,
  /** All fields behind the last chunk. */
  trailerBytesMax: 16 * 1024,
} as const;
