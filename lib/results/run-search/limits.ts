/** Bounds of a search in lists of runs, each with its unit. */
export const searchLimits = {
  /** The most words of one search. */
  searchTermsMax: 32,
  /**
   * The most runs that one reply of a search checks. The next reply continues after them. Reading their rows
   * takes a second or two.
   */
  searchRuns: 10_000,
  /**
   * The most bytes of documents that one reply reads. To read and search 1,500 runs of 40 kB takes some
   * seconds.
   */
  searchBytes: 64 * 1024 * 1024,
  /**
   * The most bytes of a document whose run gets a Bloom filter, which shows that the document lacks a
   * searched word. The document is parsed for the filter when it is uploaded.
   */
  bloomFilterBytesMax: 1024 * 1024,
  /**
   * Wall-clock milliseconds after which a search replies with the runs found so far. The API answers within
   * 29 seconds, and one page may still be in progress.
   */
  searchMs: 20_000,
  /** The most runs whose documents a search reads at the same time. */
  searchPageRuns: 32,
  /** The most bytes of documents that a search reads at the same time. A larger document is read alone. */
  searchPageBytes: 16 * 1024 * 1024,
} as const;
