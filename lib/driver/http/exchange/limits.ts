/** Bounds of requests that follow a redirect, and of responses that are decompressed or kept in one piece. */
export const exchanges = {
  /**
   * The most bytes of a value that a handler needs in one piece, such as a whole response in a variable.
   * Hundreds of users may each have such a value.
   */
  valueBytesMax: 16 * 1024 * 1024,
  /**
   * The most bytes of a decompressed response. Otherwise a hostile response of a few kilobytes could become
   * gigabytes.
   */
  inflatedBytesMax: 64 * 1024 * 1024,
  /**
   * The most bytes of a compressed body that the event loop itself inflates (decompresses). That takes some
   * tenths of a millisecond, as long as passing the bytes to a thread and back. Larger bodies are inflated on
   * another thread.
   */
  inflatedHereBytesMax: 64 * 1024,
  /**
   * The most encodings of one body, one over the other, as in curl. Each may inflate to `inflatedBytesMax`,
   * and a header has space for thousands. So one response would delay the bodies of other users for minutes.
   */
  encodingsMax: 5,
  /**
   * The most zstd frames (compressed parts) of one body. A body with more frames has little content in each
   * frame.
   */
  zstdFramesMax: 1_000,
  /** The most redirects that one request may cause one after the other. Browsers have the same limit. */
  redirectsMax: 20,
} as const;
