/** The content of the address of the sign-in. */
export type Returning = {
  /** The path to go to afterwards, of this origin. */
  readonly next: string;
  /** A code that signs in once. */
  readonly code?: string;
  /** The answer of an issuer. */
  readonly answer?: URLSearchParams;
};

/**
 * Reads the address of the sign-in: `?next=/run/12`, `#once=CODE`, and `?code=&state=` of an issuer. A link
 * of somebody else must not lead to another origin, so only paths count.
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
  if (!URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  if (url.origin !== origin || url.pathname === '/login') return '/';
  return url.pathname + url.search + url.hash;
}
