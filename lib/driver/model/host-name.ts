import { domainToASCII } from 'node:url';

/**
 * A host name as name services, TLS and HTTP know it: beyond ASCII in Punycode. Undefined: no host can have
 * such a name.
 */
export function asciiHost(host: string): string | undefined {
  if (!notAscii.test(host)) return host;
  return domainToASCII(host) || undefined;
}

/** The same for `host` or `host:port`. */
export function asciiAuthority(authority: string): string | undefined {
  if (!notAscii.test(authority)) return authority;
  const [, host = '', port = ''] = /^(.*?)(:\d*)?$/s.exec(authority) ?? [];
  const ascii = asciiHost(host);
  return ascii === undefined ? undefined : ascii + port;
}

const notAscii = /[^\0-\x7f]/;
