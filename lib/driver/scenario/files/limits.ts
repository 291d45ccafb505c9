/**
 * Files that travel with a document. Every shard of a phase that needs them holds them in memory, and what it
 * makes of them.
 */
export const attaching = {
  /** Files of one document. */
  filesMax: 100,
  /** Bytes of one file. */
  fileBytesMax: 50_000_000,
  /** Bytes of all files of a document; also what a drive's function keeps of them for its next drive. */
  filesBytesMax: 100_000_000,
  /** Length of a path as the document writes it. */
  pathCharsMax: 200,
  /**
   * Bytes of files that travel inside one request to the API, before Base64 makes four of three: Lambda takes
   * 6 MB. What does not fit goes to a presigned URL.
   */
  inlineBytesMax: 3_000_000,
} as const;
