import { once } from 'node:events';
import { request as plainly } from 'node:http';
import { request as securely } from 'node:https';
import { holdPath } from '../../lib/local/gateway/hold.ts';
import type { Api } from './client.ts';
import { isHere } from './place.ts';

/**
 * Holds a connection to an API of this machine until disposed: when this process is killed meanwhile, the API stops the
 * burst. A deployed API, and one of an older Downpour, hold nothing: there only a stop ends a burst early.
 */
export async function holdBurst(
  { url, stopToken }: Pick<Api, 'url' | 'stopToken'>,
  burst: string,
): Promise<Disposable> {
  const token = stopToken(burst);
  if (!isHere(url) || token === undefined) return { [Symbol.dispose]: () => undefined };
  const request = url.startsWith('https:') ? securely : plainly;
  const body = JSON.stringify({ burst, token });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const held = request(new URL(holdPath, url), { method: 'POST', agent: false, headers });
  // An API that goes away is noticed by who follows the burst.
  held.on('error', () => undefined);
  held.on('response', (response) => response.on('error', () => undefined).resume());
  held.end(body);
  await Promise.race([once(held, 'response'), once(held, 'close')]).catch(() => undefined);
  return { [Symbol.dispose]: () => void held.destroy() };
}
