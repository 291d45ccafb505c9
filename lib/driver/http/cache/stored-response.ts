import { caching } from '../../limits.ts';
import { isSendable } from '../client-state/sendable.ts';
import type { ResponseHeaders } from '../transport.ts';
import { type Directives, noDirectives, parseDirectives } from './directives.ts';

/** What a client cache keeps of a response: enough to know whether it may be used again, and no body. */
export type StoredResponse = Validators & {
  /** Of a HEAD request; it answers no GET. */
  readonly head: boolean;
  /** Names and values in turn of the request headers that the response was chosen by (`vary`). */
  readonly selectors: readonly (string | undefined)[];
  /** When the target made the response, epoch milliseconds of the own clock. */
  readonly bornMs: number;
  /** It is fresh while it is younger. */
  readonly lifetimeMs: number;
};

/** What stays valid when the target says that a response still holds. */
type Validators = {
  readonly directives: Directives;
  readonly expires: string | undefined;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
};

/** When a request was sent and when its response came, in epoch milliseconds. */
export type Times = { readonly sentMs: number; readonly nowMs: number };

/**
 * A response may be worth keeping. One that tells neither how long it is fresh nor how to ask for it again is not, and
 * most say neither: these looks for headers are all that the cache costs then.
 */
export const mayBeStored = (headers: ResponseHeaders): boolean =>
  headers.get('cache-control') !== undefined ||
  headers.get('etag') !== undefined ||
  headers.get('last-modified') !== undefined ||
  headers.get('expires') !== undefined;

/** What to keep of a response with status 200; undefined: nothing. */
export function storedFrom(
  headers: ResponseHeaders,
  requestHeader: (name: string) => string | undefined,
  head: boolean,
  times: Times,
): StoredResponse | undefined {
  const validators = validatorsOf(headers);
  const { directives, etag, lastModified } = validators;
  if (directives.noStore) return undefined;
  const freshness = freshnessOf(validators, headers, times);
  const isUseful = freshness.lifetimeMs > 0 && !directives.noCache;
  if (!isUseful && etag === undefined && lastModified === undefined) return undefined;
  const selectors = selectorsOf(headers, requestHeader);
  return selectors && { ...validators, ...freshness, head, selectors };
}

/** A stored response when the target has answered that it still holds (304): what that says counts, for the rest the old. */
export function refreshed(stored: StoredResponse, headers: ResponseHeaders, times: Times): StoredResponse {
  const said = validatorsOf(headers);
  const validators = {
    directives: said.directives === noDirectives ? stored.directives : said.directives,
    expires: said.expires ?? stored.expires,
    etag: said.etag ?? stored.etag,
    lastModified: said.lastModified ?? stored.lastModified,
  };
  return { ...stored, ...validators, ...freshnessOf(validators, headers, times) };
}

function validatorsOf(headers: ResponseHeaders): Validators {
  const controlled = headers.get('cache-control') !== undefined;
  return {
    directives: controlled ? parseDirectives(headers.all('cache-control').join()) : noDirectives,
    expires: headers.get('expires'),
    etag: validatorOf(headers.get('etag')),
    lastModified: validatorOf(headers.get('last-modified')),
  };
}

type Freshness = Pick<StoredResponse, 'bornMs' | 'lifetimeMs'>;

function freshnessOf(validators: Validators, headers: ResponseHeaders, { sentMs, nowMs }: Times): Freshness {
  const { maxAge } = validators.directives;
  const lifetimeMs =
    maxAge === undefined ? datedLifetimeMs(validators, headers.get('date'), nowMs) : maxAge * 1000;
  const age = Number.parseInt(headers.get('age') ?? '', 10);
  // The clock of the target is not compared with the own one (RFC 9111 section 4.2.3): `age` is right without.
  return { bornMs: sentMs - (age > 0 ? age * 1000 : 0), lifetimeMs };
}

/** Without `max-age`: RFC 9111 sections 4.2.1 and 4.2.2. */
function datedLifetimeMs(
  { expires, lastModified }: Validators,
  date: string | undefined,
  nowMs: number,
): number {
  if (expires === undefined && lastModified === undefined) return 0;
  const madeMs = instantOf(date) ?? nowMs;
  if (expires !== undefined) return Math.max(0, (instantOf(expires) ?? madeMs) - madeMs);
  return Math.max(0, (madeMs - (instantOf(lastModified) ?? madeMs)) * caching.heuristicShare);
}

function instantOf(text: string | undefined): number | undefined {
  const instant = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Undefined: the response was chosen by more than headers tell. */
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

const validatorOf = (text: string | undefined): string | undefined =>
  text !== undefined && isSendable(text) ? text : undefined;
