import type { Clock } from '../../../../lib/driver/clock.ts';
import { type CookieHost, cookieHostOf } from '../../../../lib/driver/http/cookies/cookie-host.ts';
import { CookieJar, type Refusal } from '../../../../lib/driver/http/cookies/jar.ts';
import { VirtualClock } from '../../virtual-clock.ts';

/** A cookie jar that takes URLs. Its test sets the present time. */
export class TestJar {
  /** The present time in epoch milliseconds. */
  nowMs = Date.parse('Sun, 22 Nov 2026 10:00:00 GMT');
  readonly jar = new CookieJar();
  readonly #clock: Clock = { ...new VirtualClock().clock, epochMs: () => this.nowMs };
  readonly #hosts = new Map<string, CookieHost>();

  /** Registers every host that the test will use. */
  async knows(...origins: readonly string[]): Promise<this> {
    for (const origin of origins) {
      const { hostname, protocol } = new URL(origin);
      const target = { host: hostname, protocol: protocol === 'https:' ? 'https' : 'http' } as const;
      this.#hosts.set(new URL(origin).origin, await cookieHostOf(target));
    }
    return this;
  }

  set(url: string, text: string): Refusal | undefined {
    const [host, path] = this.#split(url);
    return this.jar.set(text, host, path, this.#clock);
  }

  header(url: string, own?: string): string | undefined {
    const [host, path] = this.#split(url);
    return this.jar.header(host, path, this.#clock, own);
  }

  field(url: string): readonly string[] | undefined {
    const [host, path] = this.#split(url);
    return this.jar.field(host, path, this.#clock);
  }

  #split(url: string): [CookieHost, string] {
    const { origin } = new URL(url);
    const host = this.#hosts.get(origin);
    if (host === undefined) throw new Error(`the test does not know ${origin}`);
    return [host, url.slice(origin.length) || '/'];
  }
}
