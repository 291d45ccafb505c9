/** Requests that follow a redirect, and responses that are decompressed or held in one piece. */
export const exchanges = {
  /**
   * A value that a handler needs in one piece, such as a response in a variable. Hundreds of users may each
   * hold such a value.
   */
  valueBytesMax: 16 * 1024 * 1024,
  /** The size of a decompressed response. A hostile response of a few kilobytes could become gigabytes. */
  inflatedBytesMax: 64 * 1024 * 1024,
  /**
   * Frames of one body that is compressed by zstd. A body with more frames has little content in each frame.
   */
  zstdFramesMax: 1_000,
  /** Redirects that follow each other. Browsers have the same limit. */
  redirectsMax: 20,
} as const;
