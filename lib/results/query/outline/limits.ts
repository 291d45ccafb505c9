/** Bounds of listing the members or elements of one array or object, each with its unit. */
export const outlineLimits = {
  /** Bytes of the longest scalar whose text is shown. */
  valueBytesMax: 256,
  /** Bytes of the largest element or member that is read to count its items. */
  countedBytesMax: 16 * 1024,
  /** Reads of the document for one page, when the index has the positions of the members or elements. */
  readsMax: 4,
  /**
   * Bytes of an array or object that one read fetches. A larger one is read in parts, and only until a page
   * is full.
   */
  placeBytesMax: 2 * 1024 * 1024,
  /** Bytes of the first part, and of the largest. Each part has four times the bytes of the part before. */
  partBytesMin: 256 * 1024,
  partBytesMax: 4 * 1024 * 1024,
  /** Bytes that one reply reads. The scanner takes a quarter of a second for them. */
  scanBytesMax: 32 * 1024 * 1024,
  /** Bytes that the scanner takes at once. Its window must have room for two tokens. */
  windowBytes: 132 * 1024,
} as const;
