import { type ConnectFailure, connectionLost, tlsFound } from './connect-failure.ts';

/** The ways in which a connection can fail with or without TLS. The first kind that matches counts. */
export const networkFailures: readonly ConnectFailure[] = [
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
    codes: new RegExp(`^${tlsFound}$`),
    ofHost: true,
    why: ({ protocol, host, port }) =>
      `the server at this address uses TLS; write ${protocol}s://${host}:${port}`,
  },
  {
    codes: connectionLost,
    passing: true,
    why: () =>
      'the target closed the connection at once; it may be overloaded, or refuse connections from this machine',
  },
];
