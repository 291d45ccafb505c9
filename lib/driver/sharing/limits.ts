/** Bounds of the data that users share, besides the variables of each session. */
export const sharing = {
  /**
   * The most bytes of maps and published data of one drive in memory. Each event loop of the drive may use an
   * equal part. The next phase reads the data before it starts, in much less than a second.
   */
  bytesMax: 32 * 1024 * 1024,
  /** The bytes that an entry of a map takes in addition to its name and value. */
  entryBytes: 64,
} as const;
