/** The name of a target in messages. */
export type Place = {
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  /** One of the addresses that the document lists for the host. Absent: the host itself. */
  readonly at?: { readonly host: string; readonly port: number };
};

/** The error of a target that cannot be reached. The message has the reason and the next thing to try. */
export class Unreachable extends Error {
  /** True when the reason may pass, so that another attempt soon may succeed. */
  readonly passing: boolean;

  constructor(message: string, passing: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'Unreachable';
    this.passing = passing;
  }
}

/**
 * Turns an error about connecting into a message. The error comes from the operating system, the name service
 * or OpenSSL.
 */
export function unreachable(place: Place, error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  const { code = '', message = '', reason = '' } = (error ?? {}) as ConnectError;
  const known = reasons.find(({ codes }) => codes.test(code) || (reason !== '' && codes.test(reason)));
  const detail = reason === '' ? message.split('\n')[0] || code || String(error) : reason;
  const { protocol, host, port, at } = place;
  const where = known?.ofHost ? place : { ...place, ...at };
  const why = known === undefined ? detail : known.why(where, detail);
  const url =
    at === undefined ? `${protocol}://${host}:${port}` : `${protocol}://${host} at ${at.host}:${at.port}`;
  return new Unreachable(`cannot reach ${url}: ${why}`, known?.passing ?? false, error);
}

/** True when the generator has no file descriptors or ports left. Then the target is not the cause. */
export const isExhausted = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL'].includes((error as ConnectError | undefined)?.code ?? '');

/** The code of the error that a server speaks TLS where the document has no TLS. */
export const tlsFound = 'TLS_FOUND';

/** An error of connecting. `reason` is the text of OpenSSL for the failure. */
type ConnectError = { readonly code?: string; readonly message?: string; readonly reason?: string };

type Reason = {
  readonly codes: RegExp;
  readonly passing?: true;
  /** True when the reason is about the host, as a certificate is, also if one of its addresses was tried. */
  readonly ofHost?: true;
  readonly why: (place: Place, detail: string) => string;
};

const reasons: readonly Reason[] = [
  {
    codes: /^ENOTFOUND$/,
    why: ({ host }) => `no host has the name ${host}; check the spelling of the host`,
  },
  {
    codes: /^EAI_/,
    passing: true,
    why: ({ host }) => `the name ${host} could not be looked up; check the network and its name servers`,
  },
  {
    codes: /^ECONNREFUSED$/,
    passing: true,
    why: ({ host, port }) =>
      `nothing listens on port ${port} of ${host}; start the target, or check host and port`,
  },
  {
    codes: /^ERR_TLS_HANDSHAKE_TIMEOUT$/,
    passing: true,
    why: () =>
      'its TLS handshake took longer than sslHandshakeTimeout allows; raise that limit, or check the target',
  },
  {
    codes: /NO_APPLICATION_PROTOCOL|no application protocol$/,
    why: () =>
      'the target accepts none of the HTTP versions that allowHttp1x and allowHttp2 allow; allow the other version too',
  },
  {
    codes: /TIMEDOUT|TIMEOUT/,
    passing: true,
    why: ({ host, port }) =>
      `${host} did not answer on port ${port} in time; check the address, and whether a firewall blocks the connection`,
  },
  {
    codes: /^E(HOST|NET)(UNREACH|DOWN)$/,
    passing: true,
    why: ({ host }) => `this machine has no network route to ${host}; check the network`,
  },
  {
    codes: /^E[MN]FILE$|^EADDRNOTAVAIL$/,
    why: () =>
      'the load generator has no file descriptors or ports left for more connections; use fewer connections, more shards or a higher `ulimit -n`',
  },
  {
    codes:
      /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL|^(wrong version number|packet length too long|http request|unknown protocol)$/,
    ofHost: true,
    why: ({ protocol, host, port }) =>
      `the server at this address does not use TLS; write ${protocol.slice(0, -1)}://${host}:${port}`,
  },
  {
    codes: new RegExp(`^${tlsFound}$`),
    ofHost: true,
    why: ({ protocol, host, port }) =>
      `the server at this address uses TLS; write ${protocol}s://${host}:${port}`,
  },
  {
    codes: /^CERT_HAS_EXPIRED$/,
    why: () => 'its certificate has expired; renew it, or leave trustManager out to trust every certificate',
  },
  {
    codes: /^CERT_NOT_YET_VALID$/,
    why: () => 'its certificate is not valid yet; check the clocks of this machine and of the target',
  },
  {
    codes:
      /^(UNABLE_TO_(VERIFY|GET_ISSUER|GET_CERT)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED)/,
    // Node adds a hint about its own options behind a semicolon.
    why: (_, detail) =>
      `its certificate is not signed by an authority that trustManager trusts (${detail.split(';')[0]}); add the authority, or the certificate itself`,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    ofHost: true,
    why: ({ host }, detail) =>
      `its certificate is not for ${host} (${detail}); use a host name of the certificate, or leave trustManager out to trust every certificate`,
  },
  {
    codes: /^(CERT_|INVALID_|CRL_|HOSTNAME_)/,
    why: (_, detail) =>
      `its certificate is not valid (${detail}); renew it, or leave trustManager out to trust every certificate`,
  },
  {
    codes:
      /CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|ALERT_(BAD|UNSUPPORTED|UNKNOWN)_C|ALERT_CERTIFICATE|ALERT_ACCESS_DENIED|(certificate required|handshake failure|bad certificate|unknown ca|certificate unknown|certificate expired)$/,
    why: (_, detail) =>
      `the target refused the TLS handshake (${detail}); it may want a client certificate, a different certificate than keyManager has, or other protocol versions`,
  },
  {
    codes: /^ERR_TLS_CLOSED$/,
    why: () =>
      'the target closed the connection right after the TLS handshake; it may want a client certificate, or a different certificate than keyManager has',
  },
  {
    codes: /^(EPROTO|ERR_SSL_)/,
    why: (_, detail) => `the TLS handshake failed (${detail}); check the TLS settings of the target`,
  },
  {
    codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    passing: true,
    why: ({ protocol }) =>
      protocol.endsWith('s')
        ? 'the target closed the connection during the TLS handshake; check whether it uses TLS on this port, and whether it wants a client certificate, or a different certificate than keyManager has'
        : 'the target closed the connection at once; it may be overloaded, or refuse connections from this machine',
  },
];
