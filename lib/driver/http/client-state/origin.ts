import type { Target } from '../../model/benchmark.ts';
import { type CookieHost, cookieHostOf } from '../cookies/cookie-host.ts';
import type { Refusal } from '../cookies/jar.ts';
import { referenceOfBytes, textOfBytes, trimmed } from '../header-encoding.ts';

/** A target from which responses come, as the cookies and caches of users and notices for people need it. */
export class Origin {
  /**
   * The URL of the origin, such as `http://host`. A port is included unless it is the default port of the
   * scheme.
   */
  readonly url: string;
  /** The facts about the target that its cookies need. Undefined when no cookies are kept. `load` sets it. */
  cookies: CookieHost | undefined;
  /** True when responses of this target are cached. */
  readonly caches: boolean;
  readonly #target: Target;
  readonly #notice: (message: string) => void;
  readonly #noticed = new Set<string>();

  /** `notice` receives messages for people who read the results. */
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

  /** Reports a rejected cookie, once for each reason. Without the cookie, the target may log users out. */
  refused(setCookie: string, refusal: Refusal): void {
    const [name = ''] = setCookie.split('=', 1);
    this.#once(
      refusal,
      `${this.#target.key} set the cookie '${textOfBytes(trimmed(name))}', which is not sent back: ${reasons[refusal]}`,
    );
  }

  /** Reports once that the cache answers requests, so that the target gets fewer requests than users make. */
  answeredFromCache(): void {
    this.#once(
      'cache',
      `users of ${this.#target.key} repeat requests whose responses they may keep: Downpour counts these as cache hits and does ` +
        "not send them; write 'useHttpCache: false' in http to send every request",
    );
  }

  /**
   * Reports once that a target without TLS redirects its users to the same host over TLS. Such a target
   * usually answers all requests with this redirect.
   */
  redirected(location: string | undefined): void {
    if (this.#target.protocol === 'https' || !/^https:/i.test(location ?? '')) return;
    const there = URL.parse(referenceOfBytes(location ?? ''));
    if (there?.hostname !== URL.parse(this.url)?.hostname) return;
    this.#once(
      'https',
      `${this.#target.key} redirects to ${there?.origin}: if your test is not about this redirect, write 'host: ${there?.origin}'`,
    );
  }

  #once(kind: string, message: string): void {
    if (this.#noticed.has(kind)) return;
    this.#noticed.add(kind);
    this.#notice(message);
  }
}

const reasons: { readonly [R in Refusal]: string } = {
  malformed: 'a browser would not accept its text',
  foreign: 'the host that sent it may not set cookies for its domain',
  insecure:
    'its attribute Secure, its name or an older cookie requires a secure connection, and this connection is not secure',
  full: 'its user already has the largest number of cookies that a user may have',
};
