/** Bounds of an uploaded document, each with its unit. */
export const uploadLimits = {
  /** Bytes of a document that comes in a request, when it is decoded: what a function parses whole. */
  uploadBytesMax: 16 * 1024 * 1024,
  /**
   * Bytes of a document that comes in parts. It is indexed by one invocation, at 170 MB a second on the
   * machine of these numbers.
   */
  largeUploadBytesMax: 1024 ** 3,
  /** Bytes of such a part: what is sent again when a connection breaks. */
  uploadPartBytes: 16 * 1024 * 1024,
  /**
   * Bytes of such a document that is read while its request waits, which is cut off after 29 seconds. Of a
   * larger one that is work.
   */
  indexBytesMax: 64 * 1024 * 1024,
} as const;
