/** The content of the address of the sign-in. */
export type Returning = {
  /** The path of this origin that opens after the sign-in. */
  readonly next: string;
  /** A code that works for one sign-in. */
  readonly code?: string;
  /** The answer of an issuer to a sign-in. */
  readonly answer?: URLSearchParams;
};

/**
 * Reads the address of the sign-in page: `?next=/run/12`, `#once=CODE`, and `?code=&state=` of an issuer. A
 * link of another person must not open another origin, so only paths are accepted.
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
