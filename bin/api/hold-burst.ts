import type { BurstRequest } from '../../lib/api.generated.ts';
import { call } from '../../lib/http-client/call.ts';
import { holdPath } from '../../lib/local/gateway/hold.ts';
import type { Api } from './client.ts';
import { isHere } from './place.ts';

/** A deployed API stops a burst when no request renews it for this many seconds. */
const holdS = 60;
/** A burst outlasts a few lost requests at this interval. */
const renewMs = 10_000;

const nothingHeld: Disposable = { [Symbol.dispose]: () => undefined };

/** A burst in a deployment carries `holdS`, so that its load does not outlive the command. */
export const heldFor = ({ url }: Pick<Api, 'url'>): Pick<BurstRequest, 'holdS'> =>
  isHere(url) ? {} : { holdS };

/**
 * Holds a burst until the result is disposed. When this process is killed, the API stops the burst. An API of
 * this machine keeps a connection open for the hold; a deployed API gets a repeated request.
 */
export function holdBurst(api: HoldingApi, burst: string): Promise<Disposable> | Disposable {
  return isHere(api.url) ? holdConnection(api, burst) : renewHold(api, burst);
}

type HoldingApi = Pick<Api, 'url' | 'stopToken' | 'burst'>;

async function holdConnection({ url, stopToken }: HoldingApi, burst: string): Promise<Disposable> {
  const token = stopToken(burst);
  if (token === undefined) return nothingHeld;
  const release = new AbortController();
  const body = JSON.stringify({ burst, token });
  const headers = { 'content-type': 'application/json' };
  // The answer has no end, and no deadline.
  const request = { method: 'POST', headers, body, signal: release.signal, silenceMs: 0 } as const;
  const { ownAgent } = await import('../../lib/http-client/agent.ts');
  // The command that follows the burst notices when the API goes away.
  await call(ownAgent(), new URL(holdPath, url), request).then(
    (head) => head.body.on('error', () => undefined).resume(),
    () => undefined,
  );
  return { [Symbol.dispose]: () => release.abort() };
}

function renewHold(api: HoldingApi, burst: string): Disposable {
  // The command that follows the burst notices an API that does not answer.
  const renew = () => void api.burst(burst, holdS).catch(() => undefined);
  const timer = setInterval(renew, renewMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
