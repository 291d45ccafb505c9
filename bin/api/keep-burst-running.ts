import type { BurstRequest } from '../../lib/api.generated.ts';
import { call } from '../../lib/http-client/call.ts';
import { holdPath } from '../../lib/local/gateway/hold-path.ts';
import type { Api } from './client.ts';
import { isHere } from './same-machine.ts';

/**
 * The seconds after which a deployed API stops a burst if no request for its status has renewed this time.
 */
const holdS = 60;
/**
 * The milliseconds between two requests that renew the time of a burst. The burst continues although a few of
 * them are lost.
 */
const renewMs = 10_000;

const nothingHeld: Disposable = { [Symbol.dispose]: () => undefined };

/**
 * The member `holdS` of a request. With it, a deployed API stops the burst when the command no longer asks
 * for its status.
 */
export const heldFor = ({ url }: Pick<Api, 'url'>): Pick<BurstRequest, 'holdS'> =>
  isHere(url) ? {} : { holdS };

/**
 * Keeps a burst running until the returned object is disposed of. When this process is killed, the API stops
 * the burst. An API on this machine detects the closed connection, and a deployed API detects that requests
 * are missing. A local cloud in this process ends with the process.
 */
export function holdBurst(api: HoldingApi, burst: string): Promise<Disposable> | Disposable {
  if (api.ended !== undefined) return nothingHeld;
  return isHere(api.url) ? holdConnection(api, burst) : renewHold(api, burst);
}

type HoldingApi = Pick<Api, 'url' | 'stopToken' | 'burst' | 'ended'>;

async function holdConnection({ url, stopToken }: HoldingApi, burst: string): Promise<Disposable> {
  const token = stopToken(burst);
  if (token === undefined) return nothingHeld;
  const release = new AbortController();
  const body = JSON.stringify({ burst, token });
  const headers = { 'content-type': 'application/json' };
  // The answer never ends, so the request has no deadline.
  const request = { method: 'POST', headers, body, signal: release.signal, silenceMs: 0 } as const;
  const { ownAgent } = await import('../../lib/http-client/agent.ts');
  // The error is ignored, because the command that follows the burst detects a lost API.
  await call(ownAgent(), new URL(holdPath, url), request).then(
    (head) => head.body.on('error', () => undefined).resume(),
    () => undefined,
  );
  return { [Symbol.dispose]: () => release.abort() };
}

function renewHold(api: HoldingApi, burst: string): Disposable {
  // The error is ignored, because the command that follows the burst detects an API that does not answer.
  const renew = () => void api.burst(burst, holdS).catch(() => undefined);
  const timer = setInterval(renew, renewMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
