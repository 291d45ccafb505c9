/** Key stores, trust stores and files of certificates. */
export const stores = {
  /** Bytes of a key or trust store, or of a file of certificates; the one that Java brings has 200,000. */
  storeBytesMax: 4_000_000,
  /** Bytes of one encrypted key in a JKS store; the longest that people use has 10,000. */
  keyBytesMax: 65_536,
  /**
   * Rounds of the hash between a store's password and its keys: some seconds. Java and OpenSSL take up to
   * 100,000.
   */
  keyRoundsMax: 2_000_000,
} as const;
