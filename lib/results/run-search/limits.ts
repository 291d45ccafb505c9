/** Bounds of a search in lists of runs, each with its unit. */
export const searchLimits = {
  /** Words of one search in a list of runs. */
  searchTermsMax: 32,
  /**
   * Runs that one reply of a search looks at; the next one goes on behind them. Reading their rows takes a
   * second or two.
   */
  searchRuns: 10_000,
  /** Bytes of their documents: 1,500 runs of 40 kB take some seconds to read and to ask. */
  searchBytes: 64 * 1024 * 1024,
  /**
   * Bytes of a document whose words are kept beside its run, so that a search knows what it lacks: it is
   * parsed for them at upload.
   */
  bloomFilterBytesMax: 1024 * 1024,
  /**
   * Wall-clock milliseconds after which a search replies whatever it has; the API answers within 29 seconds,
   * and one page may still be under way.
   */
  searchMs: 20_000,
  /** Runs whose documents a search reads at a time. */
  searchPageRuns: 32,
  /** Bytes of the documents that a search reads at a time; one that is larger is read alone. */
  searchPageBytes: 16 * 1024 * 1024,
} as const;
