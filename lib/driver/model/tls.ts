/**
 * The certificate of the client: from a key store, or a PEM certificate with its key. The files are sent with
 * the document. For a target without TLS it is unchecked and has no effect.
 */
export type KeyManager = {
  readonly storeType?: string;
  readonly storeFile?: string;
  /** Password of the store, or of an encrypted key. Secret. */
  readonly password?: string;
  /** Name of the entry; absent: the store has one key. */
  readonly alias?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
};

/** The certificates that may sign for a server: all of them together. */
export type TrustManager = {
  /** `SYSTEM`: the public authorities, which need no file. */
  readonly storeType?: string;
  readonly storeFile?: string;
  /** Secret. */
  readonly password?: string;
  readonly certFile?: string;
};

/** TLS settings of one target in a document. */
export type TlsSettings = {
  /** Absent: the client shows no certificate. */
  readonly keyManager?: KeyManager;
  /** Absent: every certificate is trusted. */
  readonly trustManager?: TrustManager;
  /** From the open socket to the end of the handshake; absent: `connecting.handshakeMs`. */
  readonly handshakeTimeoutMs?: number;
};
