import { addressOf, within } from '../../addresses/table.ts';

/** The content of the address of the sign-in. */
export type Returning = {
  /** The path of this origin that opens after the sign-in. */
  readonly next: string;
  /** A code that works for one sign-in. */
  readonly code?: string;
  /** The parameters with which an issuer (the sign-in provider) has answered. */
  readonly answer?: URLSearchParams;
};

/**
 * Reads the address of the sign-in page: `?next=/run/12`, `#once=CODE`, and `?code=&state=` of an issuer. A
 * link that another person made must not lead to another origin, so only paths are accepted.
 */
export function returning(query: URLSearchParams, hash: string, origin: string): Returning {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('once') ?? undefined;
  const isAnswer = query.has('state') && (query.has('code') || query.has('error'));
  return {
    next: pathOf(query.get('next') ?? '/', origin),
    ...(code !== undefined && { code }),
    ...(isAnswer && { answer: query }),
  };
}

function pathOf(next: string, origin: string): string {
  const home = addressOf('now');
  if (!URL.canParse(next, origin)) return home;
  const url = new URL(next, origin);
  const path = within(url.pathname);
  // A path with two slashes at its start would be the address of another host.
  if (url.origin !== origin || path.startsWith('//') || path === addressOf('login')) return home;
  return path + url.search + url.hash;
}
