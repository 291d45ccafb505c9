import type { RunningSequence, Session } from '../../model/session.ts';
import type { MetricRecorder } from '../../statistics/recording/metric-recorder.ts';
import { baseOf } from '../addressing.ts';
import type { ClientUse } from '../client-state/client-request.ts';
import { referenceOfBytes } from '../header-bytes.ts';
import type { ResponseHeaders, TransportRequest } from '../transport.ts';
import { exchanges } from './limits.ts';
import type { Following, PageReader, RequestPool } from './request-plan.ts';

/** A request on its way, and where to. */
export type Outgoing = TransportRequest & {
  readonly pool: RequestPool;
  readonly client: ClientUse | undefined;
  moreHeaders: readonly string[] | undefined;
};

/** The request that follows a redirect. */
export type FollowUp = Omit<Outgoing, 'client' | 'moreHeaders'> & {
  readonly delayMs: number;
  readonly sameOrigin: boolean;
};

/**
 * Where the responses of one request lead: `location` with its status, or a refresh in the page. Used again
 * for the next request of the same step. What cannot be followed is said in one sentence, and the response is
 * the last one then.
 */
export class Redirects {
  readonly #following: Following;
  readonly #page: PageReader | undefined;
  /** What the first of them followed. */
  #first: Outgoing | undefined;
  #readsPage = false;
  #followed = 0;

  constructor(following: Following) {
    this.#following = following;
    this.#page = following.pageReader?.();
  }

  get metric(): MetricRecorder {
    return this.#following.metric();
  }

  /** The request that all of this began with; undefined: nothing was followed yet. */
  get first(): Outgoing | undefined {
    return this.#first;
  }

  /** A request begins that follows no other. */
  begin(): void {
    this.#followed = 0;
    this.#first = undefined;
  }

  /** A response has begun. Undefined: it is no redirect by `location`. */
  head(
    request: Outgoing,
    status: number,
    headers: ResponseHeaders,
    session: Session,
    sequence: RunningSequence,
  ): FollowUp | Lost | undefined {
    this.#readsPage = false;
    if (this.#following.byLocation && isRedirect(status)) {
      const location = headers.get('location');
      if (!location) return { lost: `a response of status ${status} has no location to follow` };
      const { method, body } = request;
      const repeats = keepsMethod(status) || method === 'GET' || method === 'HEAD';
      return this.#follow(request, referenceOfBytes(location), repeats ? { method, body } : toGet, 0);
    }
    if (this.#page !== undefined && mayBeHtml(headers.get('content-type'))) {
      this.#readsPage = true;
      this.#page.begin?.(session, sequence);
    }
    return undefined;
  }

  /** A part of the body has come. */
  data(session: Session, sequence: RunningSequence, bytes: Buffer): void {
    if (this.#readsPage) this.#page?.data(session, sequence, bytes, false);
  }

  /** The response is complete. Undefined: no refresh stands in it. */
  end(request: Outgoing): FollowUp | Lost | undefined {
    const refresh = this.#readsPage ? this.#page?.refresh : undefined;
    if (refresh === undefined) return undefined;
    return this.#follow(request, refresh.url, toGet, refresh.delayMs, refresh.base);
  }

  #follow(
    request: Outgoing,
    reference: string,
    { method, body }: Pick<Outgoing, 'method' | 'body'>,
    delayMs: number,
    base?: string,
  ): FollowUp | Lost {
    if (this.#followed >= exchanges.redirectsMax)
      return { lost: `more than ${exchanges.redirectsMax} redirects came one behind the other` };
    const { pool, path } = request;
    const url = URL.parse(reference, baseOf(base, `${pool.origin.url}${path}`));
    if (url === null) return { lost: 'a redirect leads to what is no URL' };
    const sameOrigin = url.origin === pool.origin.url;
    const to = sameOrigin ? pool : this.#following.pools.find(({ origin }) => origin.url === url.origin);
    if (to === undefined) {
      const where = url.origin === 'null' ? url.protocol : url.origin;
      return { lost: `a redirect leads to ${where}, which is no http target of the document` };
    }
    this.#followed += 1;
    this.#first ??= request;
    const headers = headersFor(request.headers, sameOrigin, body === request.body);
    return { pool: to, method, path: `${url.pathname}${url.search}`, headers, body, delayMs, sameOrigin };
  }
}

/** A redirect that cannot be followed, and why. */
export type Lost = { readonly lost: string };

const toGet = { method: 'GET', body: null } as const;

const isRedirect = (status: number): boolean => (status >= 301 && status <= 303) || keepsMethod(status);
const keepsMethod = (status: number): boolean => status === 307 || status === 308;

/** A response that does not say what it is may be a page. */
const mayBeHtml = (type: string | undefined): boolean => type === undefined || /html/i.test(type);

/**
 * What a follow-up repeats of the header fields of the request before it: with another origin nothing that is
 * meant for the first one only (RFC 9110 section 15.4, fetch section 4.4), without a body nothing that
 * describes one.
 */
function headersFor(headers: readonly string[], sameOrigin: boolean, sameBody: boolean): readonly string[] {
  if (sameOrigin && sameBody) return headers;
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    const lower = name.toLowerCase();
    if (!(sameOrigin || !forOrigin.has(lower)) || !(sameBody || !ofBody.has(lower))) continue;
    kept.push(name, value);
  }
  return kept;
}

const forOrigin: ReadonlySet<string> = new Set(['authorization', 'cookie', 'host', 'proxy-authorization']);
const ofBody: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
  'transfer-encoding',
]);
