import { isIP } from 'node:net';
import { hasPlaceholder } from './placeholders.ts';

/** The parts of an address. `origin` is `scheme://host[:port]`. `path` is the path and query, unchanged. */
export type Address = {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly origin: string;
  readonly path: string;
  /** The text `user:password` before the host. */
  readonly credentials?: string;
  /** True: the address had no scheme, and this scheme is a guess. */
  readonly guessed: boolean;
};

export type Wrong = { readonly wrong: string };

/** The reason to leave out a request that opens a websocket. */
export const noWebsockets = 'Downpour does not support websockets';

/**
 * Splits an address without changing its path, which `URL` would do. Without a scheme it is http for this
 * machine and https for other hosts. The part after `#` is dropped, because clients never send it.
 */
export function addressOf(text: string): Address | Wrong {
  const [, written, authority = '', rest = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#\\]*)([^#]*)/i.exec(text.trim()) ?? [];
  const at = authority.lastIndexOf('@');
  const hostAndPort = authority.slice(at + 1);
  const scheme = (written ?? (isLocal(hostAndPort) ? 'http' : 'https')).toLowerCase();
  if (scheme === 'ws' || scheme === 'wss') return { wrong: noWebsockets };
  if (scheme !== 'http' && scheme !== 'https') {
    return { wrong: `the scheme '${written}' is not supported, expected http or https` };
  }
  if (hasPlaceholder(hostAndPort)) return { wrong: 'its host is a variable without a value' };
  const wrong = wrongHostOrPort(hostAndPort);
  if (wrong !== undefined) return { wrong };
  const { host, origin } = new URL(`${scheme}://${hostAndPort}`);
  return {
    scheme,
    host,
    origin,
    path: rest.startsWith('/') ? rest : `/${rest}`,
    ...(at < 0 ? {} : { credentials: authority.slice(0, at) }),
    guessed: written === undefined,
  };
}

function wrongHostOrPort(hostAndPort: string): string | undefined {
  const [, host = '', port] = /^(\[.*\]|[^:]*)(?::(.*))?$/.exec(hostAndPort) ?? [];
  if (host === '') return 'there is no host name, expected for example https://example.com/path';
  if (port !== undefined && port !== '') {
    if (!/^\d+$/.test(port)) return `the port '${port}' is not a number`;
    if (Number(port) < 1 || Number(port) > 65535) return `the port is ${port}, expected one from 1 to 65535`;
  }
  const known = URL.canParse(`http://${hostAndPort}`) && !/[\s%<>"{}|^`]/.test(host);
  return known ? undefined : `'${host}' is not a host name`;
}

function isLocal(hostAndPort: string): boolean {
  const host = hostAndPort.replace(/:\d*$/, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
