import type { Clock } from '../../clock.ts';
import type { Read, RunningSequence, Session } from '../../model/session.ts';
import { type CacheRequest, ClientCache, type Found } from '../cache/client-cache.ts';
import { controlsOf, noControls, type RequestControls } from '../cache/request-controls.ts';
import { mayBeStored, refreshed, storedFrom, type Times } from '../cache/stored-response.ts';
import { isSendable } from '../cookies/legal-characters.ts';
import { referenceOfBytes } from '../header-encoding.ts';
import type { ResponseHeaders } from '../transport.ts';
import type { ClientState } from './client-state.ts';
import type { Origin } from './origin.ts';

/** The settings of a request step for cookies and the cache. They are compiled once. */
export type ClientUse = {
  readonly state: Read<ClientState>;
  /** The `cookie` header that the document gives the request. Its name is spelt as in the document. */
  readonly ownCookie: { readonly name: string; readonly value: Read<string> } | undefined;
  /**
   * How the method of the request affects the cache. `reads`: a response may be stored and used again.
   * `head`: the same, without a body. `writes`: the stored response becomes invalid.
   */
  readonly method: 'reads' | 'head' | 'writes' | 'other';
  /** True when a header of the request may control the cache. */
  readonly controls: boolean;
};

export const methodKindOf = (method: string): ClientUse['method'] => methodKinds[method] ?? 'other';

const methodKinds: { readonly [method: string]: ClientUse['method'] } = {
  GET: 'reads',
  HEAD: 'head',
  POST: 'writes',
  PUT: 'writes',
  DELETE: 'writes',
  PATCH: 'writes',
};

/**
 * Applies a user's cookies and cache to one request. It adds header fields, decides whether the request is
 * sent at all, and stores data from the response. Each exchange has one such object and uses it again.
 */
export class ClientRequest implements CacheRequest {
  /** The header fields to send in addition to those of the request step. */
  moreHeaders: readonly string[] | undefined;
  url = '';
  head = false;
  controls: RequestControls = noControls;
  readonly #clock: Clock;
  #ownCookie = '';
  #use!: ClientUse;
  #state!: ClientState;
  #origin!: Origin;
  #path = '';
  #headers: readonly string[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Called when the step runs, before the request waits for a connection. */
  begin(
    use: ClientUse,
    origin: Origin,
    path: string,
    headers: readonly string[],
    session: Session,
    sequence: RunningSequence,
  ): void {
    const state = use.state(session, sequence);
    this.#use = use;
    this.#state = state;
    this.#origin = origin;
    this.#path = path;
    this.#headers = headers;
    this.moreHeaders =
      state.jar === undefined && use.ownCookie === undefined ? undefined : this.#cookies(session, sequence);
  }

  /**
   * The settings for a request that follows a redirect. It sends the same cookies of the document as the
   * first request, but only to the same origin.
   */
  following({ method, sameOrigin }: { readonly method: string; readonly sameOrigin: boolean }): ClientUse {
    const { ownCookie } = this.#use;
    const own = this.#ownCookie;
    return {
      ...this.#use,
      ownCookie: sameOrigin && ownCookie ? { name: ownCookie.name, value: () => own } : undefined,
      method: methodKindOf(method),
    };
  }

  /**
   * Decides how the request is answered. `hit`: the cache answers, so nothing is sent. `unavailable`: nothing
   * may be sent, and the cache has no answer.
   */
  answer(): 'send' | 'hit' | 'unavailable' {
    const { method, controls } = this.#use;
    const { cache } = this.#state;
    if ((cache === undefined && !controls) || !this.#caches || (method !== 'reads' && method !== 'head'))
      return 'send';
    this.#identify();
    const found = cache?.find(this, this.#clock.epochMs());
    if (found === 'hit') {
      this.#origin.answeredFromCache();
      return 'hit';
    }
    if (this.controls.directives.onlyIfCached) return 'unavailable';
    this.#validate(found);
    return 'send';
  }

  /** Reads the head of a response. `sentNs` is the instant at which the request was sent. */
  responded(status: number, headers: ResponseHeaders, sentNs: number): void {
    if (this.#origin.cookies !== undefined && headers.get('set-cookie') !== undefined)
      for (const text of headers.all('set-cookie'))
        this.#state.setCookie(text, this.#origin, this.#path, this.#clock);
    if (!this.#caches) return;
    const { method } = this.#use;
    if (method === 'reads' || method === 'head') {
      if (status === 200) this.#store(headers, sentNs);
      else if (status === 304) this.#refresh(headers, sentNs);
    } else if (method === 'writes' && status >= 200 && status < 400) this.#invalidate(headers);
  }

  header = (name: string): string | undefined =>
    fieldOf(this.#headers, name) ?? fieldOf(this.moreHeaders ?? [], name);

  get #caches(): boolean {
    return this.#origin.caches;
  }

  /**
   * Makes one header from the cookies of the document and the cookies of the user's jar. If both have a
   * cookie with the same name, the document's cookie is sent.
   */
  #cookies(session: Session, sequence: RunningSequence): readonly string[] | undefined {
    const { ownCookie } = this.#use;
    const { jar } = this.#state;
    const host = this.#origin.cookies;
    if (ownCookie === undefined) return host && jar?.field(host, this.#path, this.#clock);
    const own = ownCookie.value(session, sequence);
    this.#ownCookie = own;
    const kept = host && jar?.header(host, this.#path, this.#clock, own);
    return [ownCookie.name, kept === undefined ? own : `${own}; ${kept}`];
  }

  /**
   * Computes the values that identify a stored response. It is called only before a response is searched or
   * stored, because most requests need none of these values.
   */
  #identify(): void {
    this.url = this.#origin.url + this.#path;
    this.head = this.#use.method === 'head';
    this.controls = this.#use.controls ? controlsOf(this.header) : noControls;
  }

  #validate(found: Found): void {
    if (found === undefined || found === 'hit') return;
    const { etag, lastModified } = found;
    if (etag !== undefined) this.#add('if-none-match', etag);
    else if (lastModified !== undefined) this.#add('if-modified-since', lastModified);
  }

  #add(name: string, value: string): void {
    if (!isSendable(value)) return;
    this.moreHeaders = this.moreHeaders === undefined ? [name, value] : [...this.moreHeaders, name, value];
  }

  #store(headers: ResponseHeaders, sentNs: number): void {
    if (!mayBeStored(headers)) return;
    const stored = storedFrom(headers, this.header, this.#use.method === 'head', this.#times(sentNs));
    if (stored === undefined) return;
    this.#identify();
    if (this.controls.directives.noStore) return;
    this.#state.cache ??= new ClientCache();
    this.#state.cache.store(this, stored, this.#clock.epochMs());
  }

  #refresh(headers: ResponseHeaders, sentNs: number): void {
    const { cache } = this.#state;
    if (cache === undefined) return;
    this.#identify();
    const times = this.#times(sentNs);
    cache.refresh(this, headers.get('etag'), (old) => refreshed(old, headers, times));
  }

  #invalidate(headers: ResponseHeaders): void {
    const { cache } = this.#state;
    if (cache === undefined || cache.size === 0) return;
    const here = this.#origin.url + this.#path;
    cache.invalidate(here);
    for (const name of ['location', 'content-location']) {
      const url = URL.parse(referenceOfBytes(headers.get(name) ?? ''), here);
      if (url?.origin === this.#origin.url) cache.invalidate(url.origin + url.pathname + url.search);
    }
  }

  #times(sentNs: number): Times {
    const nowMs = this.#clock.epochMs();
    return { nowMs, sentMs: nowMs - (this.#clock.nowNs() - sentNs) / 1e6 };
  }
}

function fieldOf(headers: readonly string[], name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.toLowerCase() === name) return headers[at + 1];
  return undefined;
}
