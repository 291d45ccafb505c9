import { domainToASCII } from 'node:url';

/**
 * Converts a host name to the form that name services, TLS and HTTP use: non-ASCII characters become
 * Punycode, and an IPv6 address gets the form that it has in URLs. Undefined when no host can have the name.
 */
export function asciiHost(host: string): string | undefined {
  if (!notAscii.test(host) && !host.startsWith('[')) return host;
  return domainToASCII(host) || undefined;
}

/**
 * Converts `host` or `host:port` to the ASCII form that name services, TLS and HTTP use. Undefined when no
 * host can have the name.
 */
export function asciiAuthority(authority: string): string | undefined {
  if (!notAscii.test(authority)) return authority;
  const [, host = '', port = ''] = /^(.*?)(:\d*)?$/s.exec(authority) ?? [];
  const ascii = asciiHost(host);
  return ascii === undefined ? undefined : ascii + port;
}

const notAscii = /[^\0-\x7f]/;
