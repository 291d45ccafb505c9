import { isIP } from 'node:net';
import type { Target } from '../../model/benchmark.ts';

/**
 * The facts about a target's host that its cookies need. They are computed before the load, so that no cookie
 * needs the list of public suffixes (such as `co.uk`).
 */
export type CookieHost = {
  /** The host in lower case. An IPv6 address has no brackets. */
  readonly host: string;
  /**
   * True for https and for the local machine. As in browsers, only such hosts may set and receive cookies
   * with `secure`.
   */
  readonly secure: boolean;
  /**
   * The domains that cookies of this host may name: the host and its parent domains. Public suffixes such as
   * `co.uk` are left out.
   */
  readonly domains: readonly string[];
};

export async function cookieHostOf({
  host,
  protocol,
}: Pick<Target, 'host' | 'protocol'>): Promise<CookieHost> {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return {
    host: name,
    secure: protocol === 'https' || loopback.test(name),
    domains: [name, ...(await domainsAbove(name))],
  };
}

/**
 * The parent domains of a host that its cookies may name. A name with two parts has no such parent. The list
 * of public suffixes is large, so it is loaded only for a name with more parts.
 */
async function domainsAbove(host: string): Promise<readonly string[]> {
  const parts = host.split('.');
  if (isIP(host) !== 0 || parts.length < 3) return [];
  const { getPublicSuffix } = await import('tough-cookie');
  const above = parts.slice(1, -1).map((_, index) => parts.slice(index + 1).join('.'));
  // Despite its name, `getPublicSuffix` returns the registered domain, such as `example.co.uk`. It returns
  // undefined for a public suffix.
  return above.filter((domain) => getPublicSuffix(domain, special) !== undefined);
}

/** Domains under `local`, `test` and similar names cannot be registered. They may have cookies as well. */
const special = { allowSpecialUseDomain: true, ignoreError: true };
const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|::1)$/;
