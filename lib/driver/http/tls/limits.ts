/** Bounds of key stores, trust stores and files of certificates. */
export const stores = {
  /**
   * The most bytes of a key store, a trust store or a file of certificates. The trust store of Java has
   * 200,000 bytes.
   */
  storeBytesMax: 4_000_000,
  /** The most bytes of one encrypted key in a JKS store. The longest keys in use have 10,000 bytes. */
  keyBytesMax: 65_536,
  /**
   * The most rounds of the hash that turns a store's password into its keys. So many rounds take some
   * seconds. Java and OpenSSL use up to 100,000.
   */
  keyRoundsMax: 2_000_000,
} as const;
