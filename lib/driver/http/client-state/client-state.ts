import type { Clock } from '../../clock.ts';
import type { ClientCache } from '../cache/client-cache.ts';
import { CookieJar } from '../cookies/jar.ts';
import type { Origin } from './origin.ts';

/** The cookies and stored responses of one user. Each part is made when there is something to store in it. */
export class ClientState {
  jar: CookieJar | undefined;
  cache: ClientCache | undefined;

  setCookie(text: string, origin: Origin, path: string, clock: Clock): void {
    if (origin.cookies === undefined) return;
    this.jar ??= new CookieJar();
    const refusal = this.jar.set(text, origin.cookies, path, clock);
    if (refusal !== undefined) origin.refused(text, refusal);
  }

  clearCache(): void {
    this.cache = undefined;
  }
}
