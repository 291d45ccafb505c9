import type { Target } from '../../model/benchmark.ts';
import { type CookieHost, cookieHostOf } from '../cookies/cookie-host.ts';
import type { Refusal } from '../cookies/jar.ts';
import { referenceOfBytes, textOfBytes } from '../header-bytes.ts';

/**
 * A target as its responses show it: to the cookies and caches of its users, and to readers of the results.
 */
export class Origin {
  /** `http://host`, with the port unless it is the usual one. */
  readonly url: string;
  /** Undefined: no cookies are kept. Known once `load` has resolved. */
  cookies: CookieHost | undefined;
  /** Its responses are cached. */
  readonly caches: boolean;
  readonly #target: Target;
  readonly #notice: (message: string) => void;
  readonly #noticed = new Set<string>();

  /** `notice` takes messages for readers of the results. */
  constructor(target: Target, notice: (message: string) => void) {
    const { protocol, host, port, useHttpCache = true } = target;
    const url = `${protocol}://${host}:${port}`;
    this.url = URL.parse(url)?.origin ?? url;
    this.caches = useHttpCache;
    this.#target = target;
    this.#notice = notice;
  }

  async load(repeatCookies: boolean): Promise<void> {
    if (repeatCookies) this.cookies = await cookieHostOf(this.#target);
  }

  /** Once for each reason: its users may be logged out because of it. */
  refused(setCookie: string, refusal: Refusal): void {
    const [name = ''] = setCookie.split('=', 1);
    this.#once(
      refusal,
      `${this.#target.key} set the cookie '${textOfBytes(name.trim())}', which is not sent back: ${reasons[refusal]}`,
    );
  }

  /** Once: its servers see fewer requests than the users make. */
  answeredFromCache(): void {
    this.#once(
      'cache',
      `users of ${this.#target.key} repeat requests whose responses they may keep: these are counted as cache hits and ` +
        "not sent; write 'useHttpCache: false' in http if each is meant to reach the target",
    );
  }

  /** Once: a plain target that sends its users to the same host over TLS answers nothing else, as a rule. */
  redirected(location: string | undefined): void {
    if (this.#target.protocol === 'https' || !/^https:/i.test(location ?? '')) return;
    const there = URL.parse(referenceOfBytes(location ?? ''));
    if (there?.hostname !== URL.parse(this.url)?.hostname) return;
    this.#once(
      'https',
      `${this.#target.key} redirects to ${there?.origin}: unless that is what the test is about, write 'host: ${there?.origin}'`,
    );
  }

  #once(kind: string, message: string): void {
    if (this.#noticed.has(kind)) return;
    this.#noticed.add(kind);
    this.#notice(message);
  }
}

const reasons: { readonly [R in Refusal]: string } = {
  malformed: 'it is none that a browser would accept',
  foreign: 'its domain is not one that this host may set cookies for',
  insecure:
    'it is for secure connections only, or its name or an older cookie asks for one, and this is none',
  full: 'its user has as many cookies as one may have',
};
