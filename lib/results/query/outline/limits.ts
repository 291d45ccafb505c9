/** Bounds of the outline of a place, each with its unit. */
export const outlineLimits = {
  /** Bytes of the text of a scalar that is shown. */
  valueBytesMax: 256,
  /** Bytes of an element or a member that is read to count what is in it. */
  countedBytesMax: 16 * 1024,
  /** Reads of the document for one page of members or elements whose places are in the index. */
  readsMax: 4,
  /**
   * Bytes of a place that one read fetches. A larger place is read in parts, and only until a page is full.
   */
  placeBytesMax: 2 * 1024 * 1024,
  /**
   * Bytes of the first of these parts, and of the largest. Each has four times the bytes of the one before.
   */
  partBytesMin: 256 * 1024,
  partBytesMax: 4 * 1024 * 1024,
  /** Bytes that one reply reads. The scanner takes a quarter of a second for them. */
  scanBytesMax: 32 * 1024 * 1024,
  /** Bytes that the scanner takes at once. It holds two tokens. */
  windowBytes: 132 * 1024,
} as const;
