import type { ResponseHeaders } from '../transport.ts';
import { type Directives, noDirectives, parseDirectives } from './directives.ts';
import { parseHttpDate } from './http-date.ts';
import { caching } from './limits.ts';

type Fields = {
  readonly head: boolean;
  readonly selectors: readonly (string | undefined)[];
  readonly directives: Directives;
  readonly expires: string | undefined;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** The `date` header: the time at which the target sent the response, by the target's clock. */
  readonly date: string | undefined;
  /** The time at which the response arrived, in epoch milliseconds. */
  readonly cameMs: number;
  readonly bornMs: number;
};

/**
 * The part of a response that a client cache keeps: enough to decide whether the response may be used again.
 * It has no body. Its dates are usually parsed only when a user requests the same URL again, because most
 * users do not.
 */
export class StoredResponse {
  readonly fields: Fields;
  #lifetimeMs: number | undefined;

  constructor(fields: Fields) {
    this.fields = fields;
  }

  /** True when the response answered a HEAD request. It has no body, so it cannot answer a GET request. */
  get head(): boolean {
    return this.fields.head;
  }

  /**
   * The request headers that `vary` of the response names, with the values of the request: name, value, name,
   * value and so on.
   */
  get selectors(): Fields['selectors'] {
    return this.fields.selectors;
  }

  get directives(): Directives {
    return this.fields.directives;
  }

  get etag(): string | undefined {
    return this.fields.etag;
  }

  get lastModified(): string | undefined {
    return this.fields.lastModified;
  }

  /** The time at which the target made the response, in epoch milliseconds by the driver's clock. */
  get bornMs(): number {
    return this.fields.bornMs;
  }

  /** The response is fresh until it has this age in milliseconds. */
  get lifetimeMs(): number {
    this.#lifetimeMs ??= lifetimeOf(this.fields);
    return this.#lifetimeMs;
  }

  /** The number of characters that the stored response takes. */
  get chars(): number {
    const { selectors, expires, etag, lastModified, date } = this.fields;
    return [...selectors, expires, etag, lastModified, date].reduce(
      (sum, text) => sum + (text?.length ?? 0),
      0,
    );
  }
}

/** The times at which a request was sent and its response arrived, in epoch milliseconds. */
export type Times = { readonly sentMs: number; readonly nowMs: number };

/**
 * True when a response may be worth storing. Most responses have no header about freshness or validation. For
 * them the cache does no more work.
 */
export const mayBeStored = (headers: ResponseHeaders): boolean =>
  headers.get('cache-control') !== undefined ||
  headers.get('etag') !== undefined ||
  headers.get('last-modified') !== undefined ||
  headers.get('expires') !== undefined;

/** Makes the part to store of a response with status 200. Undefined when the response must not be stored. */
export function storedFrom(
  headers: ResponseHeaders,
  requestHeader: (name: string) => string | undefined,
  head: boolean,
  times: Times,
): StoredResponse | undefined {
  const directives = directivesOf(headers);
  if (directives.noStore) return undefined;
  const selectors = selectorsOf(headers, requestHeader);
  if (selectors === undefined) return undefined;
  const [etag, lastModified, expires] = [
    headers.get('etag'),
    headers.get('last-modified'),
    headers.get('expires'),
  ];
  const aging = agingOf(headers, times);
  const stored = new StoredResponse({ head, selectors, directives, expires, etag, lastModified, ...aging });
  if (etag !== undefined || lastModified !== undefined) return stored;
  return stored.lifetimeMs > 0 && !directives.noCache ? stored : undefined;
}

/**
 * Updates a stored response from a response with status 304 (not modified). The headers that this response
 * has replace the stored ones. The entity tag and the selecting headers remain, because they selected the
 * stored response.
 */
export function refreshed(
  { fields }: StoredResponse,
  headers: ResponseHeaders,
  times: Times,
): StoredResponse {
  const directives = directivesOf(headers);
  return new StoredResponse({
    ...fields,
    directives: directives === noDirectives ? fields.directives : directives,
    expires: headers.get('expires') ?? fields.expires,
    lastModified: headers.get('last-modified') ?? fields.lastModified,
    ...agingOf(headers, times),
  });
}

const directivesOf = (headers: ResponseHeaders): Directives =>
  headers.get('cache-control') === undefined
    ? noDirectives
    : parseDirectives(headers.all('cache-control').join());

/**
 * Computes the age of a response from the `age` header only (RFC 9111 section 4.2.3). So the clocks of target
 * and driver need not agree.
 */
function agingOf(
  headers: ResponseHeaders,
  { sentMs, nowMs }: Times,
): Pick<Fields, 'date' | 'cameMs' | 'bornMs'> {
  const seconds = /^\d+(?=\s*(?:,|$))/.exec(headers.get('age') ?? '')?.[0] ?? 0;
  return { date: headers.get('date'), cameMs: nowMs, bornMs: sentMs - Number(seconds) * 1000 };
}

/** The time for which a response is fresh, in milliseconds (RFC 9111 sections 4.2.1 and 4.2.2). */
function lifetimeOf({ directives, expires, lastModified, date, cameMs }: Fields): number {
  if (directives.maxAge !== undefined) return directives.maxAge * 1000;
  if (expires === undefined && lastModified === undefined) return 0;
  const instantOf = (text = '') => parseHttpDate(text, cameMs);
  const madeMs = instantOf(date) ?? cameMs;
  if (expires !== undefined) return Math.max(0, (instantOf(expires) ?? madeMs) - madeMs);
  return Math.max(0, (madeMs - (instantOf(lastModified) ?? madeMs)) * caching.heuristicShare);
}

/**
 * The request headers that `vary` of a response names, with their values. Undefined for `vary: *`, which
 * means that the response depends on more than headers.
 */
function selectorsOf(
  headers: ResponseHeaders,
  requestHeader: (name: string) => string | undefined,
): StoredResponse['selectors'] | undefined {
  if (headers.get('vary') === undefined) return none;
  const names = headers
    .all('vary')
    .join()
    .split(',')
    .map((name) => name.trim().toLowerCase());
  if (names.includes('*')) return undefined;
  return names.flatMap((name) => (name === '' ? [] : [name, requestHeader(name)]));
}

const none: StoredResponse['selectors'] = [];
