import { asciiHost } from '../model/host-name.ts';

/**
 * The fields by which the target of a request is found. A target of the document and a pool of connections
 * have them.
 */
export type Addressed = {
  readonly name?: string;
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  readonly isDefault: boolean;
};

export type Lookup<T> = { readonly found: T } | { readonly problem: string };

export function defaultTarget<T extends Addressed>(targets: readonly T[]): Lookup<T> {
  const found = targets.find((target) => target.isDefault);
  if (found !== undefined) return { found };
  return {
    problem:
      targets.length === 0
        ? "the request needs a target, but the document has no http target; add an entry to 'http'"
        : "the document has several http targets, so the request must name one of them; add 'endpoint' or 'authority'",
  };
}

/** Finds a target by the `name` of its `http` entry. */
export function targetByEndpoint<T extends Addressed>(targets: readonly T[], endpoint: string): Lookup<T> {
  const found = targets.find((target) => target.name === endpoint);
  return found === undefined
    ? { problem: `no http target has the name '${endpoint}'; use the name of an entry of 'http'` }
    : { found };
}

/**
 * Finds a target by `host[:port]`, in upper or lower case. Without a port, the default port of each target's
 * own protocol counts.
 */
export function targetByAuthority<T extends Addressed>(targets: readonly T[], authority: string): Lookup<T> {
  const match = /^(.+?)(?::(\d+))?$/.exec(authority);
  const host = asciiHost(match?.[1] ?? '')?.toLowerCase();
  const port = match?.[2] === undefined ? undefined : Number(match[2]);
  const fitting = targets.filter(
    (target) =>
      target.host.toLowerCase() === host &&
      target.port === (port ?? (target.protocol === 'https' ? 443 : 80)),
  );
  const [found, ...others] = fitting;
  if (found === undefined)
    return {
      problem: `no http target has the authority '${authority}'; use the host and port of an entry of 'http'`,
    };
  return others.some((other) => other.protocol !== found.protocol)
    ? {
        problem: `two http targets have the authority '${authority}', one with TLS and one without; give both a name, and use 'endpoint' in the request`,
      }
    : { found };
}

/**
 * Finds the target of an absolute URL: the first target with its scheme, host and port. Also returns the rest
 * of the URL, which is the path to send.
 */
export function targetByUrl<T extends Addressed>(
  targets: readonly T[],
  url: string,
): Lookup<readonly [T, string]> {
  const match = /^(https?):\/\/([^/?#]*)(.*)$/i.exec(url);
  const [, protocol, authority = '', rest = ''] = match ?? [];
  const lookup = targetByAuthority(
    targets.filter((target) => target.protocol === protocol?.toLowerCase()),
    authority,
  );
  if ('problem' in lookup)
    return {
      problem: `no http target has the protocol, host and port of the URL '${url}'; add an entry to 'http'`,
    };
  return { found: [lookup.found, rest.startsWith('/') ? rest : `/${rest}`] };
}

/** True for a URL with http or https. Its scheme may be in upper or lower case (RFC 3986 section 3.1). */
export const isUrl = (path: string): boolean => /^https?:\/\//i.test(path);

/**
 * The URL to which the relative URLs of a page refer. `href` is the value of the page's first `<base>`. It
 * does not count when it is not a URL, or is a `data:` or `javascript:` URL (HTML, "set the frozen base
 * URL"). Without a base, URLs are relative to the page.
 */
export function baseOf(href: string | undefined, page: string | undefined): string | undefined {
  const url = href === undefined ? null : URL.parse(href, page);
  return url === null || url.protocol === 'data:' || url.protocol === 'javascript:' ? page : url.href;
}
