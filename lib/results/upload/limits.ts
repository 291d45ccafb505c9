/** Bounds of an uploaded document, each with its unit. */
export const uploadLimits = {
  /** Bytes of a document in one request, decoded. A function parses it whole. */
  uploadBytesMax: 16 * 1024 * 1024,
  /**
   * Bytes of a document that is uploaded in parts. One invocation indexes it, at 170 MB a second on the
   * machine of the measurement.
   */
  largeUploadBytesMax: 1024 ** 3,
  /** Bytes of a part of an upload. A client sends a part again when a connection breaks. */
  uploadPartBytes: 16 * 1024 * 1024,
  /**
   * Bytes of a document in parts that is read while its request waits, which ends after 29 seconds. A larger
   * document is read by a task of the work queue.
   */
  indexBytesMax: 64 * 1024 * 1024,
} as const;
