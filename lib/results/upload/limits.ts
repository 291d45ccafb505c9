/** Bounds of an uploaded document, each with its unit. */
export const uploadLimits = {
  /**
   * The most bytes of a document in one request, after decompression. A function parses the document whole.
   */
  uploadBytesMax: 16 * 1024 * 1024,
  /**
   * The most bytes of a document that is uploaded in parts. One invocation of a function indexes it, at 170
   * MB a second on the machine of the measurement.
   */
  largeUploadBytesMax: 1024 ** 3,
  /** Bytes of a part of an upload. A client sends a part again when a connection breaks. */
  uploadPartBytes: 16 * 1024 * 1024,
  /**
   * The most bytes of a document in parts that is read while its request waits. The request ends after 29
   * seconds, so a task of the work queue reads a larger document.
   */
  indexBytesMax: 64 * 1024 * 1024,
} as const;
