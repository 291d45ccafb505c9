/** Data that users share outside of their sessions. */
export const sharing = {
  /**
   * Maps and published data of one drive in memory. Each event loop of the drive has an equal part. The next
   * phase reads them before it starts, in much less than a second.
   */
  bytesMax: 32 * 1024 * 1024,
  /** The size of an entry of a map without its name and value. */
  entryBytes: 64,
} as const;
