/**
 * The directives of a `cache-control` header, in a request or in a response, as far as a private cache uses
 * them.
 */
export type Directives = {
  readonly noStore: boolean;
  readonly noCache: boolean;
  readonly mustRevalidate: boolean;
  readonly onlyIfCached: boolean;
  /** The directive `max-age` in seconds. Undefined when the header does not have it. */
  readonly maxAge: number | undefined;
  /**
   * The directive `max-stale` in seconds. Infinite when it has no number. Undefined when the header does not
   * have it.
   */
  readonly maxStale: number | undefined;
  readonly minFresh: number | undefined;
};

export const noDirectives: Directives = {
  noStore: false,
  noCache: false,
  mustRevalidate: false,
  onlyIfCached: false,
  maxAge: undefined,
  maxStale: undefined,
  minFresh: undefined,
};

/**
 * Reads a `cache-control` header (RFC 9111 section 5.2). The first of several equal directives counts, and
 * unknown directives are ignored.
 */
export function parseDirectives(text: string): Directives {
  const found: { -readonly [K in keyof Directives]: Directives[K] } = { ...noDirectives };
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at);
    const sign = text.indexOf('=', at);
    const equals = sign < 0 || sign > end ? end : sign;
    switch (text.slice(at, equals).trim().toLowerCase()) {
      case 'no-store':
        found.noStore = true;
        break;
      // A `no-cache` with names of header fields restricts only these fields. A cache may also apply it to
      // the whole response, as this cache does.
      case 'no-cache':
        found.noCache = true;
        break;
      case 'must-revalidate':
        found.mustRevalidate = true;
        break;
      case 'only-if-cached':
        found.onlyIfCached = true;
        break;
      case 'max-age':
        found.maxAge ??= secondsOf(text, equals, end);
        break;
      case 'max-stale':
        found.maxStale ??= equals === end ? Number.POSITIVE_INFINITY : secondsOf(text, equals, end);
        break;
      case 'min-fresh':
        found.minFresh ??= secondsOf(text, equals, end);
        break;
    }
    at = end + 1;
  }
  return found;
}

/** The index of the next comma outside quoted text. */
function endOfPart(text: string, from: number): number {
  const comma = text.indexOf(',', from);
  const quote = text.indexOf('"', from);
  if (quote < 0 || (comma >= 0 && comma < quote)) return comma < 0 ? text.length : comma;
  const closing = text.indexOf('"', quote + 1);
  return closing < 0 ? text.length : endOfPart(text, closing + 1);
}

/** The number of seconds in a directive. A value that is not a number is 0, which makes a response stale. */
function secondsOf(text: string, equals: number, end: number): number {
  const value = text.slice(equals + 1, end).trim();
  const digits = value.startsWith('"') ? value.slice(1, -1) : value;
  return wholeNumber.test(digits) ? Number(digits) : 0;
}

const wholeNumber = /^\d+$/;
