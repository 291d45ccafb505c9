/** The target that messages about failed connections name. */
export type Place = {
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  /**
   * The address that was tried, from the list that the document has for the host. Absent: the host itself was
   * tried.
   */
  readonly at?: { readonly host: string; readonly port: number };
};

/** A kind of failed connections, with its message. */
export type ConnectFailure = {
  /** Matches the code of the error, or the error text of OpenSSL. */
  readonly codes: RegExp;
  readonly passing?: true;
  /**
   * True when the problem belongs to the host, such as its certificate. The message then names the host, even
   * if one of its addresses was tried.
   */
  readonly ofHost?: true;
  readonly why: (place: Place, detail: string) => string;
};

/** Matches the error codes of a connection that the target closed. */
export const connectionLost = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/** The error code for a server that speaks TLS although the document has no TLS. */
export const tlsFound = 'TLS_FOUND';
