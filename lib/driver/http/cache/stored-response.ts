import { caching } from '../../limits.ts';
import { ownText } from '../client-state/own-text.ts';
import type { ResponseHeaders } from '../transport.ts';
import { noDirectives, parseDirectives } from './directives.ts';

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
  /** Never used without asking the target. */
  readonly noCache: boolean;
  /** Never used when it is stale, whatever the request says. */
  readonly mustRevalidate: boolean;
};

/** The header fields that stay valid when the target says that a response still holds. */
type Validators = {
  readonly control: string | undefined;
  readonly expires: string | undefined;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
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
  const [control, etag] = [headers.get('cache-control'), headers.get('etag')];
  const [lastModified, expires] = [headers.get('last-modified'), headers.get('expires')];
  const validated = etag !== undefined || lastModified !== undefined;
  if (!validated && control === undefined && expires === undefined) return undefined;
  const all = control === undefined ? undefined : headers.all('cache-control').join();
  const directives = all === undefined ? noDirectives : parseDirectives(all);
  if (directives.noStore) return undefined;
  const selectors = selectorsOf(headers, requestHeader);
  if (selectors === undefined) return undefined;
  const validators = {
    control: own(all),
    expires: own(expires),
    etag: own(etag),
    lastModified: own(lastModified),
  };
  const stored = { head, selectors, ...validators, ...freshnessOf(validators, headers, clock()) };
  return validated || (!stored.noCache && stored.lifetimeMs > 0) ? stored : undefined;
}

/** A stored response when the target has answered that it still holds (304): what that says counts, for the rest the old. */
export function refreshed(stored: StoredResponse, headers: ResponseHeaders, times: Times): StoredResponse {
  const validators = {
    control: own(headers.get('cache-control') && headers.all('cache-control').join()) ?? stored.control,
    expires: own(headers.get('expires')) ?? stored.expires,
    etag: own(headers.get('etag')) ?? stored.etag,
    lastModified: own(headers.get('last-modified')) ?? stored.lastModified,
  };
  return { ...stored, ...validators, ...freshnessOf(validators, headers, times) };
}

type Freshness = Pick<StoredResponse, 'bornMs' | 'lifetimeMs' | 'noCache' | 'mustRevalidate'>;

function freshnessOf(validators: Validators, headers: ResponseHeaders, { sentMs, nowMs }: Times): Freshness {
  const { control } = validators;
  const { maxAge, noCache, mustRevalidate } = control === undefined ? noDirectives : parseDirectives(control);
  const date = headers.get('date');
  const lifetimeMs = maxAge === undefined ? datedLifetimeMs(validators, date, nowMs) : maxAge * 1000;
  const age = Number.parseInt(headers.get('age') ?? '', 10);
  // The clock of the target is not compared with the own one (RFC 9111 section 4.2.3): `age` is right without.
  return { bornMs: sentMs - (age > 0 ? age * 1000 : 0), lifetimeMs, noCache, mustRevalidate };
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
    .map((name) => ownText(name.trim().toLowerCase()));
  if (names.includes('*')) return undefined;
  return names.flatMap((name) => (name === '' ? [] : [name, requestHeader(name)]));
}

const none: StoredResponse['selectors'] = [];

const own = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : ownText(text);
