/**
 * Bounds of reading a JSON document, each with its unit. A document that exceeds `depthMax` or
 * `tokenBytesMax` is rejected.
 */
export const scanLimits = {
  /** The most levels of nested arrays and objects. */
  depthMax: 512,
  /**
   * The most bytes of one number in the document, because a longer number has no use. Strings may be longer.
   */
  tokenBytesMax: 64 * 1024,
  /** The most bytes of a document that are in memory at the same time. */
  windowBytes: 1024 * 1024,
  /**
   * The most names of one object that are checked for repetitions. In an object with more names, each further
   * name counts as repeated.
   */
  watchedNamesMax: 500_000,
} as const;

export type ScanLimits = { readonly [Name in keyof typeof scanLimits]: number };
