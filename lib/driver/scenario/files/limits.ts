/**
 * Bounds of files that are sent with a document. A shard that needs a file keeps the file in memory, and the
 * values that it computes from the file.
 */
export const attaching = {
  /** The most files of one document. */
  filesMax: 100,
  /** The most bytes of one file. */
  fileBytesMax: 50_000_000,
  /**
   * The most bytes of all files of a document together. The Lambda function of a drive also keeps at most
   * this number of bytes of files for its next drive.
   */
  filesBytesMax: 100_000_000,
  /** The most characters of a file's path in the document. */
  pathCharsMax: 200,
  /**
   * The most bytes of files inside one request to the API, before Base64 makes four bytes of three. Lambda
   * accepts 6 MB. Each of the other files is uploaded to a presigned URL of its own.
   */
  inlineBytesMax: 3_000_000,
} as const;
