/**
 * Bounds of reading a JSON document, each with its unit. A document that exceeds `depthMax` or
 * `tokenBytesMax` is rejected.
 */
export const scanLimits = {
  /** Levels of nested arrays and objects. */
  depthMax: 512,
  /** Bytes of one number. A longer number has no use. Strings may be longer. */
  tokenBytesMax: 64 * 1024,
  /** Bytes of a document that are in memory at the same time. */
  windowBytes: 1024 * 1024,
  /**
   * Names of one object that are checked for repetitions. In an object with more names, a further name counts
   * as repeated.
   */
  watchedNamesMax: 500_000,
} as const;

export type ScanLimits = { readonly [Name in keyof typeof scanLimits]: number };
