/** Bounds of a scan, each with its unit. A document beyond one of the first two is refused. */
export const scanLimits = {
  /** Arrays and objects inside one another. */
  depthMax: 512,
  /** Bytes of one number. Longer strings are fine, longer numbers mean nothing to anybody. */
  tokenBytesMax: 64 * 1024,
  /** Bytes that are in memory at a time. */
  windowBytes: 1024 * 1024,
  /** Names of one object that are watched for repetitions. */
  watchedNamesMax: 500_000,
} as const;

export type ScanLimits = { readonly [Name in keyof typeof scanLimits]: number };
