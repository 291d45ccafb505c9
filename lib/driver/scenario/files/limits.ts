/**
 * Files that are sent with a document. Every shard of a phase that needs a file keeps the file, and the
 * values that it makes of the file, in memory.
 */
export const attaching = {
  /** Files of one document. */
  filesMax: 100,
  /** Bytes of one file. */
  fileBytesMax: 50_000_000,
  /**
   * Bytes of all files of a document. The Lambda function of a drive also keeps this number of bytes for its
   * next drive.
   */
  filesBytesMax: 100_000_000,
  /** Length of a path in the document. */
  pathCharsMax: 200,
  /**
   * Bytes of files that are sent inside one request to the API, before Base64 turns three bytes into four.
   * Lambda accepts 6 MB. Larger files go to a presigned URL.
   */
  inlineBytesMax: 3_000_000,
} as const;
