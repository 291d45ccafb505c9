/**
 * The certificate of the client: from a key store, or a PEM certificate with its key. The files are sent with
 * the document. For a target without TLS, Downpour does not check it, and it has no effect.
 */
export type KeyManager = {
  readonly storeType?: string;
  readonly storeFile?: string;
  /** The password of the store, or of an encrypted key. Secret. */
  readonly password?: string;
  /** The name of the entry. Absent: the store has only one key. */
  readonly alias?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
};

/** The trusted certificates. Each of them may have signed the certificate of a server. */
export type TrustManager = {
  /** The type of the store. `SYSTEM`: the public authorities, which need no file. */
  readonly storeType?: string;
  readonly storeFile?: string;
  /** The password of the store. Secret. */
  readonly password?: string;
  readonly certFile?: string;
};

/** TLS settings of one target in a document. */
export type TlsSettings = {
  /** The certificate of the client. Absent: the client sends no certificate. */
  readonly keyManager?: KeyManager;
  /** The trusted certificates. Absent: every certificate is trusted. */
  readonly trustManager?: TrustManager;
  /** The most milliseconds from the open socket to the handshake's end. Absent: `connecting.handshakeMs`. */
  readonly handshakeTimeoutMs?: number;
};
