import { type ConnectFailure, connectionLost } from './connect-failure.ts';

/** The ways in which a connection with TLS can fail. The first kind that matches counts. */
export const handshakeFailures: readonly ConnectFailure[] = [
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
    codes:
      /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL|^(wrong version number|packet length too long|http request|unknown protocol)$/,
    ofHost: true,
    why: ({ protocol, host, port }) =>
      `the server at this address does not use TLS; write ${protocol.slice(0, -1)}://${host}:${port}`,
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
    // Node.js adds a hint about its own options after a semicolon.
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
    codes: connectionLost,
    passing: true,
    why: () =>
      'the target closed the connection during the TLS handshake; check whether it uses TLS on this port, and whether it wants a client certificate, or a different certificate than keyManager has',
  },
];
