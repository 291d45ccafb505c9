/** Bounds of the documents that a warm function keeps in memory, each with its unit. */
export const documentCacheLimits = {
  /** The most bytes of memory for open indexes of runs in a function that stays loaded between requests. */
  indexCacheBytes: 64 * 1024 * 1024,
  /** The most bytes of memory for small parsed documents in a function that stays loaded between requests. */
  documentCacheBytes: 128 * 1024 * 1024,
} as const;
