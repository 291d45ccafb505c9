/** The name of a target in messages. */
export type Place = {
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  /** The tried address, from the list that the document has for the host. Absent: the host itself. */
  readonly at?: { readonly host: string; readonly port: number };
};

/** A kind of failed connections, and its message. */
export type ConnectFailure = {
  /** Matches the code of the error, or the text of OpenSSL. */
  readonly codes: RegExp;
  readonly passing?: true;
  /** True when the reason is about the host, as a certificate is, also if one of its addresses was tried. */
  readonly ofHost?: true;
  readonly why: (place: Place, detail: string) => string;
};

/** Matches the codes of a connection that the other side closed. */
export const connectionLost = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/** The code of the error that a server speaks TLS where the document has no TLS. */
export const tlsFound = 'TLS_FOUND';
