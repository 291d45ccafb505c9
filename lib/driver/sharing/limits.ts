/** Data that the users of a drive share beyond their sessions. */
export const sharing = {
  /**
   * Maps and published data of one drive in memory, divided among its event loops. The next phase reads them
   * before it starts, in well under a second.
   */
  bytesMax: 32 * 1024 * 1024,
  /** Bytes of an entry of a map in addition to its name and value. */
  entryBytes: 64,
} as const;
