import type { Target } from '../model/benchmark.ts';
import type { ResponseHeaders } from './transport.ts';

/**
 * The format keeps cookies and caches responses unless a document says otherwise; the driver does neither yet. When a
 * response shows that this matters, one notice says so for each target.
 */
export class UnbuiltDefaults {
  #cookies: boolean;
  #cache: boolean;
  readonly #target: string;
  readonly #notice: (sentence: string) => void;

  constructor({ key, useHttpCache = true }: Target, repeatCookies = true, notice: (message: string) => void) {
    this.#target = key;
    this.#cookies = repeatCookies;
    this.#cache = useHttpCache;
    this.#notice = notice;
  }

  see(method: string, status: number, headers: ResponseHeaders): void {
    if (this.#cookies) this.#seeCookie(headers.get('set-cookie'));
    if (this.#cache && method === 'GET' && status === 200 && isCacheable(headers)) this.#noticeCache();
  }

  #seeCookie(first: string | undefined): void {
    if (first === undefined) return;
    this.#cookies = false;
    this.#notice(
      `${this.#target} set the cookie '${first.split('=')[0]?.trim()}', and cookies are not sent back yet: ` +
        "users have no session there; write 'repeatCookies: false' in ergonomics if that is meant",
    );
  }

  #noticeCache(): void {
    this.#cache = false;
    this.#notice(
      `${this.#target} sent a response that a browser would keep, and the client cache is not built yet: ` +
        "each request goes to the target; write 'useHttpCache: false' in http if that is meant",
    );
  }
}

/** RFC 9111: it may be stored, and has a lifetime (section 4.2.1) or a validator (section 4.3.1). */
function isCacheable(headers: ResponseHeaders): boolean {
  const control = headers.get('cache-control') ?? '';
  if (/\bno-store\b/i.test(control) || headers.get('vary') !== undefined) return false;
  const lives = /\bmax-age=0*[1-9]/i.test(control) || headers.get('expires') !== undefined;
  return lives || headers.get('etag') !== undefined || headers.get('last-modified') !== undefined;
}
