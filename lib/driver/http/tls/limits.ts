/** Key stores, trust stores and files of certificates. */
export const stores = {
  /** Bytes of a key store, a trust store or a file of certificates. The trust store of Java has 200,000. */
  storeBytesMax: 4_000_000,
  /** Bytes of one encrypted key in a JKS store. The longest keys that people use have 10,000. */
  keyBytesMax: 65_536,
  /**
   * Rounds of the hash that makes the keys of a store from its password: some seconds. Java and OpenSSL
   * accept up to 100,000.
   */
  keyRoundsMax: 2_000_000,
} as const;
