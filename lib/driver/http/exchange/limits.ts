/** Requests that follow a redirect, and responses that are inflated or kept in one piece. */
export const exchanges = {
  /**
   * A value that a handler needs in one piece, such as a response in a variable. Hundreds of users may keep
   * one each.
   */
  valueBytesMax: 16 * 1024 * 1024,
  /** Bytes of a response after it is inflated. An attack can inflate a few kilobytes to gigabytes. */
  inflatedBytesMax: 64 * 1024 * 1024,
  /** Frames of one body that is compressed by zstd. A target that sends more of them sends little in each. */
  zstdFramesMax: 1_000,
  /** Redirects that one request follows, as many as browsers follow. */
  redirectsMax: 20,
} as const;
