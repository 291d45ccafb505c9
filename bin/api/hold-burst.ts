import { ownAgent } from '../../lib/http-client/agent.ts';
import { call } from '../../lib/http-client/call.ts';
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
  const release = new AbortController();
  const body = JSON.stringify({ burst, token });
  const headers = { 'content-type': 'application/json' };
  // The answer has no end, and no deadline.
  const asked = { method: 'POST', headers, body, signal: release.signal, silenceMs: 0 } as const;
  // The command that follows the burst notices an API that goes away.
  await call(ownAgent(), new URL(holdPath, url), asked).then(
    (head) => head.body.on('error', () => undefined).resume(),
    () => undefined,
  );
  return { [Symbol.dispose]: () => release.abort() };
}
