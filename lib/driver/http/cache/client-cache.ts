import { caching } from './limits.ts';
import type { RequestControls } from './request-controls.ts';
import type { StoredResponse } from './stored-response.ts';

/** A request, with the members that the client cache of a user needs. */
export type CacheRequest = {
  readonly url: string;
  readonly head: boolean;
  readonly controls: RequestControls;
  /** Returns the value of a header that this request sends. Names are in lower case. */
  readonly header: (name: string) => string | undefined;
};

/**
 * The answer of the client cache to a request. `hit`: the cache answers, and nothing is sent. A stored
 * response: it may be used if the target confirms that it is still valid. Undefined: the target must send the
 * whole response.
 */
export type Found = 'hit' | StoredResponse | undefined;

/**
 * The stored responses of one user. The rules are those of RFC 9111 for a private cache. A test compares them
 * with the library `http-cache-semantics`, which Downpour does not use. The library asks the target although
 * a response with `must-revalidate` is fresh. It uses a `no-cache` response for a request with `max-stale`.
 * It ignores `Max-Age` in capitals.
 */
export class ClientCache {
  /**
   * The stored responses by URL, the newest first. Responses of one URL differ in their entity tag (the
   * version that a server gives) or in the request headers that selected them.
   */
  readonly #responses = new Map<string, StoredResponse[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  find(request: CacheRequest, nowMs: number): Found {
    const { controls } = request;
    if (controls.forTarget) return undefined;
    const fitting = this.#responses.get(request.url)?.filter((stored) => fits(stored, request)) ?? [];
    const { ifNoneMatch } = controls;
    const named =
      ifNoneMatch === undefined ? fitting : fitting.filter(({ etag }) => isNamed(etag, ifNoneMatch));
    if (named.some((stored) => isUsable(stored, controls, nowMs))) return 'hit';
    return controls.conditional ? undefined : named[0];
  }

  /** Stores a response. It replaces stored responses with the same entity tag, and stale ones. */
  store(request: CacheRequest, stored: StoredResponse, nowMs: number): void {
    const { url } = request;
    if (url.length + stored.chars > caching.responseCharsMax) return;
    const others = this.#take(url).filter(
      (other) => !(fits(other, request) && (isSameTag(other.etag, stored.etag) || !isFresh(other, nowMs))),
    );
    this.#put(url, [stored, ...others]);
    for (const oldest of this.#responses.keys()) {
      if (this.#size <= caching.responsesUserMax) return;
      this.#take(oldest);
    }
  }

  /**
   * Updates the stored response that the target has confirmed as still valid: the response with this entity
   * tag, or the newest one when the target gave no entity tag.
   */
  refresh(
    request: CacheRequest,
    etag: string | undefined,
    change: (old: StoredResponse) => StoredResponse,
  ): void {
    const known = this.#responses.get(request.url);
    const at = known?.findIndex(
      (stored) => fits(stored, request) && (etag === undefined || isSameTag(stored.etag, etag)),
    );
    const old = known?.[at ?? -1];
    if (known !== undefined && at !== undefined && old !== undefined) known[at] = change(old);
  }

  /** Removes the stored responses of a URL, because a request has changed the content at this URL. */
  invalidate(url: string): void {
    this.#take(url);
  }

  clear(): void {
    this.#responses.clear();
    this.#size = 0;
  }

  #take(url: string): StoredResponse[] {
    const taken = this.#responses.get(url) ?? [];
    this.#responses.delete(url);
    this.#size -= taken.length;
    return taken;
  }

  #put(url: string, responses: StoredResponse[]): void {
    this.#responses.set(url, responses);
    this.#size += responses.length;
  }
}

/**
 * True when a stored response may answer this request. It has the same values of the headers that `vary`
 * names, and a response to HEAD answers no GET.
 */
function fits({ head, selectors }: StoredResponse, request: CacheRequest): boolean {
  if (head && !request.head) return false;
  for (let at = 0; at < selectors.length; at += 2)
    if (request.header(selectors[at] ?? '') !== selectors[at + 1]) return false;
  return true;
}

const isFresh = ({ bornMs, lifetimeMs }: StoredResponse, nowMs: number): boolean =>
  nowMs - bornMs < lifetimeMs;

/** True when a stored response may be used without asking the target (RFC 9111 sections 4 and 5.2.1). */
function isUsable(stored: StoredResponse, { directives }: RequestControls, nowMs: number): boolean {
  const { bornMs, lifetimeMs } = stored;
  const { noCache, mustRevalidate } = stored.directives;
  const { maxAge = Number.POSITIVE_INFINITY, minFresh = 0, maxStale } = directives;
  const ageMs = nowMs - bornMs;
  if (noCache || directives.noCache || ageMs > maxAge * 1000) return false;
  if (ageMs < lifetimeMs) return lifetimeMs - ageMs >= minFresh * 1000;
  if (minFresh > 0 || mustRevalidate || maxStale === undefined) return false;
  return ageMs - lifetimeMs <= maxStale * 1000;
}

/** True when the list of entity tags in an `if-none-match` header contains this tag, weak or strong. */
const isNamed = (etag: string | undefined, list: string): boolean =>
  etag !== undefined &&
  (list.trim() === '*' || (list.match(entityTags)?.some((named) => isSameTag(etag, named)) ?? false));

const entityTags = /(?:W\/)?"[^"]*"/g;

const isSameTag = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && opaque(one) === opaque(other));

const opaque = (etag: string): string => (etag.startsWith('W/') ? etag.slice(2) : etag);
