/** Bounds of requests that follow a redirect, and of responses that are decompressed or kept in one piece. */
export const exchanges = {
  /**
   * The most bytes of a value that a handler needs in one piece, such as a response in a variable. Hundreds
   * of users may each have such a value.
   */
  valueBytesMax: 16 * 1024 * 1024,
  /**
   * The most bytes of a decompressed response. A hostile response of a few kilobytes could become gigabytes.
   */
  inflatedBytesMax: 64 * 1024 * 1024,
  /**
   * A compressed body with more bytes than this is inflated on another thread. It takes the event loop some
   * tenths of a millisecond to inflate so many bytes, and as long to pass them to a thread and back.
   */
  inflatedHereBytesMax: 64 * 1024,
  /** The most zstd frames of one body. A body with more frames has little content in each frame. */
  zstdFramesMax: 1_000,
  /** The most redirects that follow each other. Browsers have the same limit. */
  redirectsMax: 20,
} as const;
