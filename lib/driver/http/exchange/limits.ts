/** Requests that follow a redirect, and responses that are inflated or held in one piece. */
export const exchanges = {
  /**
   * A value that a handler needs in one piece, such as a response in a variable: users by the hundred hold
   * one each.
   */
  valueBytesMax: 16 * 1024 * 1024,
  /** What a compressed response may become: a few kilobytes of an attack become gigabytes. */
  inflatedBytesMax: 64 * 1024 * 1024,
  /** Frames of one body compressed by zstd: whoever sends many of them sends little in each. */
  zstdFramesMax: 1_000,
  /** Requests that follow one another by redirects: what browsers follow. */
  redirectsMax: 20,
} as const;
