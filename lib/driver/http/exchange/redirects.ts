import type { RunningSequence, Session } from '../../model/session.ts';
import type { MetricRecorder } from '../../statistics/recording/metric-recorder.ts';
import type { ClientUse } from '../client-state/client-request.ts';
import { baseOf } from '../find-target.ts';
import { referenceOfBytes } from '../header-encoding.ts';
import type { ResponseHeaders, TransportRequest } from '../transport.ts';
import { exchanges } from './limits.ts';
import type { Following, PageReader, RequestPool } from './request-plan.ts';

/** A request, with the pool of connections that sends it. */
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
 * Finds the request that follows a response: by its status and `location` header, or by a refresh in the
 * page. The object is used again for the next request of the step. When a redirect cannot be followed, one
 * notice reports it, and no further request follows.
 */
export class Redirects {
  readonly #following: Following;
  readonly #page: PageReader | undefined;
  /** The first request, which the step sent, before any redirect. */
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

  /** The first request, which the step sent. Undefined while no redirect was followed. */
  get first(): Outgoing | undefined {
    return this.#first;
  }

  /** Starts with a request of the step, which is no redirect. */
  begin(): void {
    this.#followed = 0;
    this.#first = undefined;
  }

  /**
   * Reads the head of a response. Returns the next request, or the problem. Undefined when the response is
   * not a redirect by `location`.
   */
  head(
    request: Outgoing,
    status: number,
    headers: ResponseHeaders,
    session: Session,
    sequence: RunningSequence,
  ): FollowUp | NotFollowed | undefined {
    this.#readsPage = false;
    if (this.#following.byLocation && isRedirect(status)) {
      const location = headers.get('location');
      if (!location) return { problem: `a redirect (status ${status}) has no location header to follow` };
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

  data(session: Session, sequence: RunningSequence, bytes: Buffer): void {
    if (this.#readsPage) this.#page?.data(session, sequence, bytes, false);
  }

  /**
   * Handles the end of the response. Returns the next request, or the problem. Undefined when the page has no
   * refresh.
   */
  end(request: Outgoing): FollowUp | NotFollowed | undefined {
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
  ): FollowUp | NotFollowed {
    if (this.#followed >= exchanges.redirectsMax)
      return { problem: `the target answered with more than ${exchanges.redirectsMax} redirects in a row` };
    const { pool, path } = request;
    const url = URL.parse(reference, baseOf(base, `${pool.origin.url}${path}`));
    if (url === null) return { problem: 'a redirect leads to a location that is not a valid URL' };
    const sameOrigin = url.origin === pool.origin.url;
    const to = sameOrigin ? pool : this.#following.pools.find(({ origin }) => origin.url === url.origin);
    if (to === undefined) {
      const where = url.origin === 'null' ? url.protocol : url.origin;
      return { problem: `a redirect leads to ${where}, which is not an http target of the document` };
    }
    this.#followed += 1;
    this.#first ??= request;
    const sameContent = method === request.method && body === request.body;
    const headers = headersFor(request.headers, sameOrigin, sameContent);
    return { pool: to, method, path: `${url.pathname}${url.search}`, headers, body, delayMs, sameOrigin };
  }
}

/** Why a redirect cannot be followed. */
export type NotFollowed = { readonly problem: string };

const toGet = { method: 'GET', body: null } as const;

const isRedirect = (status: number): boolean => (status >= 301 && status <= 303) || keepsMethod(status);
const keepsMethod = (status: number): boolean => status === 307 || status === 308;

/** True when a response may be an HTML page. A response without a content type may be one. */
const mayBeHtml = (type: string | undefined): boolean => type === undefined || /html/i.test(type);

/**
 * The header fields of the previous request that the next request repeats. For another origin, fields that
 * are only for the first origin are left out (RFC 9110 section 15.4, fetch section 4.4). When the method or
 * the body changed, fields about the body are left out.
 */
function headersFor(
  headers: readonly string[],
  sameOrigin: boolean,
  sameContent: boolean,
): readonly string[] {
  if (sameOrigin && sameContent) return headers;
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    const lower = name.toLowerCase();
    if (!(sameOrigin || !forOrigin.has(lower)) || !(sameContent || !ofBody.has(lower))) continue;
    kept.push(name, value);
  }
  return kept;
}

const forOrigin: ReadonlySet<string> = new Set(['authorization', 'cookie', 'host', 'proxy-authorization']);
const ofBody: ReadonlySet<string> = new Set([
  'content-digest',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
  'digest',
  'expect',
  'last-modified',
  'repr-digest',
  'trailer',
  'transfer-encoding',
]);
