/** Key stores, trust stores and files of certificates. */
export const stores = {
  /**
   * Bytes of a key or trust store, or of a file of certificates. The trust store of Java has 200,000 bytes.
   */
  storeBytesMax: 4_000_000,
  /** Bytes of one encrypted key in a JKS store. The longest keys in use have 10,000 bytes. */
  keyBytesMax: 65_536,
  /**
   * Rounds of the hash between a store's password and its keys. This many rounds take some seconds. Java and
   * OpenSSL use up to 100,000.
   */
  keyRoundsMax: 2_000_000,
} as const;
