/** Bounds of listing the members or elements of one array or object, each with its unit. */
export const outlineLimits = {
  /** The most bytes of a scalar whose text is shown in a list. */
  valueBytesMax: 256,
  /** The most bytes of an element or member that is read to count its items. */
  countedBytesMax: 16 * 1024,
  /**
   * The most reads of the document for one page, when the index has the positions of the members or elements.
   */
  readsMax: 4,
  /**
   * The most bytes of an array or object that one read fetches. A larger array or object is read in parts,
   * and only until a page is full.
   */
  placeBytesMax: 2 * 1024 * 1024,
  /**
   * Bytes of the first part of an array or object that is read in parts, and then of the largest part. Each
   * part has four times the bytes of the part before.
   */
  partBytesMin: 256 * 1024,
  partBytesMax: 4 * 1024 * 1024,
  /** The most bytes that one reply reads. The scanner takes a quarter of a second for them. */
  scanBytesMax: 32 * 1024 * 1024,
  /** Bytes of the document that the scanner has in memory at the same time. Two tokens must fit. */
  windowBytes: 132 * 1024,
} as const;
