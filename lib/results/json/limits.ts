/**
 * Bounds of a scan, each with its unit. A document that exceeds `depthMax` or `tokenBytesMax` is rejected.
 */
export const scanLimits = {
  /** Levels of nested arrays and objects. */
  depthMax: 512,
  /** Bytes of one number. Strings may be longer; a longer number is useless. */
  tokenBytesMax: 64 * 1024,
  /** Bytes in memory at the same time. */
  windowBytes: 1024 * 1024,
  /** Names of one object that are checked for repetitions. */
  watchedNamesMax: 500_000,
} as const;

export type ScanLimits = { readonly [Name in keyof typeof scanLimits]: number };
