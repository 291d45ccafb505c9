/** What users share beyond their sessions. */
export const sharing = {
  /**
   * Maps and published data of one drive in memory, of which each event loop has its part; they are read
   * before the next phase starts, in well under a second.
   */
  bytesMax: 32 * 1024 * 1024,
  /** What an entry of a map takes beside its name and value. */
  entryBytes: 64,
} as const;
