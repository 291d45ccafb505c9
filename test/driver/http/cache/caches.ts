import { ClientCache, type Found } from '../../../../lib/driver/http/cache/client-cache.ts';
import { controlsOf } from '../../../../lib/driver/http/cache/request-controls.ts';
import { mayBeStored, refreshed, storedFrom } from '../../../../lib/driver/http/cache/stored-response.ts';
import type { ResponseHeaders } from '../../../../lib/driver/http/transport.ts';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A cache whose present time the test sets. */
export class TestCache {
  /** The present time in epoch milliseconds. */
  nowMs = Date.parse('Sun, 22 Nov 2026 10:00:00 GMT');
  readonly cache = new ClientCache();

  find(headers: Readonly<Record<string, string>> = {}, url = '/', method = 'GET'): Found {
    return this.cache.find(this.#request(headers, url, method), this.nowMs);
  }

  /** Stores a response. True when the cache keeps it. */
  store(
    response: Headers,
    headers: Readonly<Record<string, string>> = {},
    url = '/',
    method = 'GET',
  ): boolean {
    const request = this.#request(headers, url, method);
    const times = { sentMs: this.nowMs, nowMs: this.nowMs };
    const answer = asResponse(response);
    const stored = mayBeStored(answer) ? storedFrom(answer, request.header, request.head, times) : undefined;
    if (stored !== undefined && !request.controls.directives.noStore)
      this.cache.store(request, stored, this.nowMs);
    return stored !== undefined;
  }

  refresh(response: Headers, headers: Readonly<Record<string, string>> = {}, url = '/'): void {
    const times = { sentMs: this.nowMs, nowMs: this.nowMs };
    const all = asResponse(response);
    this.cache.refresh(this.#request(headers, url, 'GET'), all.get('etag'), (old) =>
      refreshed(old, all, times),
    );
  }

  #request(headers: Readonly<Record<string, string>>, url: string, method: string) {
    const header = (name: string): string | undefined => headers[name];
    return { url, head: method === 'HEAD', header, controls: controlsOf(header) };
  }
}

const asResponse = (headers: Headers): ResponseHeaders => ({
  get: (name) => [headers[name] ?? []].flat()[0],
  all: (name) => [headers[name] ?? []].flat(),
  each: () => {},
});
