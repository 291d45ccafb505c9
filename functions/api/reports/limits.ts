/** Limits of reports and comparisons. */
export const reportLimits = {
  /** The largest document in bytes that is parsed whole. Parsing takes 4 to 8 times as much memory. */
  documentBytesMax: 64 * 1024 * 1024,
  /**
   * The limit of bytes of all documents that are parsed at the same time. A larger document is parsed alone.
   */
  documentsAtOnceBytes: 32 * 1024 * 1024,
} as const;
