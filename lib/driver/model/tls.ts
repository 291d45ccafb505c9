/**
 * The certificate that Downpour shows to a target: from a key store, or a PEM certificate with its key. The
 * files are sent with the document. For a target without TLS it has no effect and is not checked.
 */
export type KeyManager = {
  readonly storeType?: string;
  readonly storeFile?: string;
  /** The password of the key store, or of an encrypted key. It is secret. */
  readonly password?: string;
  /** The name of the entry in the key store. Absent: the store has only one key. */
  readonly alias?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
};

/** The certificates that Downpour trusts. Each of them may have signed the certificate of a server. */
export type TrustManager = {
  /** The type of the store. `SYSTEM`: the public authorities, which need no file. */
  readonly storeType?: string;
  readonly storeFile?: string;
  /** The password of the store. It is secret. */
  readonly password?: string;
  readonly certFile?: string;
};

/** TLS settings of one target in a document. */
export type TlsSettings = {
  /** The certificate that Downpour shows to the target. Absent: it shows none. */
  readonly keyManager?: KeyManager;
  /** The certificates that Downpour trusts. Absent: it trusts every certificate. */
  readonly trustManager?: TrustManager;
  /**
   * The longest TLS handshake, in milliseconds after the socket has connected. Absent:
   * `connecting.handshakeMs`.
   */
  readonly handshakeTimeoutMs?: number;
};
