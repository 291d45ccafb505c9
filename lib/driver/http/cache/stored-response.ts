import { caching } from '../../limits.ts';
import { ownText } from '../client-state/own-text.ts';
import type { ResponseHeaders } from '../transport.ts';
import { type Directives, noDirectives, parseDirectives } from './directives.ts';

/** What a client cache keeps of a response: enough to know whether it may be used again, and no body. */
export type StoredResponse = {
  /** Of a HEAD request; it answers no GET. */
  readonly head: boolean;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** Names and values in turn of the request headers that the response was chosen by (`vary`). */
  readonly selectors: readonly (string | undefined)[];
  readonly freshness: Freshness;
};

export type Freshness = {
  /** When the target made the response, epoch milliseconds of the own clock. */
  readonly bornMs: number;
  /** It is fresh while it is younger. */
  readonly lifetimeMs: number;
  /** Never used without asking the target. */
  readonly noCache: boolean;
  /** Never used when it is stale, whatever the request says. */
  readonly mustRevalidate: boolean;
};

/** When a request was sent and when its response came, in epoch milliseconds. */
export type Times = { readonly sentMs: number; readonly nowMs: number };

/**
 * What to keep of a response with status 200; undefined: nothing. A response that tells neither how long it is fresh nor
 * how to ask for it again is of no use, and most say neither: a few looks for headers are all it costs then.
 */
export function storedFrom(
  headers: ResponseHeaders,
  requestHeader: (name: string) => string | undefined,
  head: boolean,
  clock: () => Times,
): StoredResponse | undefined {
  const control = headers.get('cache-control');
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  const validated = etag !== undefined || lastModified !== undefined;
  if (!validated && control === undefined && headers.get('expires') === undefined) return undefined;
  const directives = control === undefined ? noDirectives : directivesOf(headers);
  if (directives.noStore) return undefined;
  const freshness = freshnessOf(headers, directives, clock());
  if (!validated && (freshness.noCache || freshness.lifetimeMs <= 0)) return undefined;
  const selectors = selectorsOf(headers, requestHeader);
  return selectors && { head, etag: own(etag), lastModified: own(lastModified), selectors, freshness };
}

/** A stored response after the target has answered that it still holds (304): what that says of its age counts. */
export function refreshed(stored: StoredResponse, headers: ResponseHeaders, times: Times): StoredResponse {
  const says = headers.get('cache-control') !== undefined || headers.get('expires') !== undefined;
  const fresh = freshnessOf(headers, directivesOf(headers), times);
  return {
    ...stored,
    freshness: says ? fresh : { ...stored.freshness, bornMs: fresh.bornMs },
    etag: own(headers.get('etag')) ?? stored.etag,
    lastModified: own(headers.get('last-modified')) ?? stored.lastModified,
  };
}

const directivesOf = (headers: ResponseHeaders): Directives =>
  parseDirectives(headers.all('cache-control').join(','));

function freshnessOf(headers: ResponseHeaders, directives: Directives, { sentMs, nowMs }: Times): Freshness {
  const { maxAge, noCache, mustRevalidate } = directives;
  const lifetimeMs = maxAge === undefined ? datedLifetimeMs(headers, nowMs) : maxAge * 1000;
  const age = Number.parseInt(headers.get('age') ?? '', 10);
  // The clock of the target is not compared with the own one (RFC 9111 section 4.2.3): `age` is right without.
  return { bornMs: sentMs - (age > 0 ? age * 1000 : 0), lifetimeMs, noCache, mustRevalidate };
}

/** RFC 9111 sections 4.2.1 and 4.2.2, without `max-age`. */
function datedLifetimeMs(headers: ResponseHeaders, nowMs: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  const madeMs = Number.isNaN(date) ? nowMs : date;
  const expires = headers.get('expires');
  if (expires !== undefined) return Math.max(0, Date.parse(expires) - madeMs) || 0;
  const changedMs = Date.parse(headers.get('last-modified') ?? '');
  return Math.max(0, (madeMs - changedMs) * caching.heuristicShare) || 0;
}

/** Undefined: the response was chosen by more than headers tell. */
function selectorsOf(
  headers: ResponseHeaders,
  requestHeader: (name: string) => string | undefined,
): StoredResponse['selectors'] | undefined {
  if (headers.get('vary') === undefined) return none;
  const names = headers
    .all('vary')
    .join(',')
    .split(',')
    .map((name) => ownText(name.trim().toLowerCase()));
  if (names.includes('*')) return undefined;
  return names.flatMap((name) => (name === '' ? [] : [name, requestHeader(name)]));
}

const none: StoredResponse['selectors'] = [];

const own = (text: string | undefined): string | undefined => (text === undefined ? undefined : ownText(text));
