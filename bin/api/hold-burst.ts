import type { BurstRequest } from '../../lib/api.generated.ts';
import { ownAgent } from '../../lib/http-client/agent.ts';
import { call } from '../../lib/http-client/call.ts';
import { holdPath } from '../../lib/local/gateway/hold.ts';
import type { Api } from './client.ts';
import { isHere } from './place.ts';

/** A deployed API stops a burst that has not been renewed for so long. */
const holdS = 60;
/** A few requests may be lost meanwhile. */
const renewMs = 10_000;

const nothingHeld: Disposable = { [Symbol.dispose]: () => undefined };

/** A burst in a deployment carries `holdS`, so that its load does not outlive the command. */
export const heldFor = ({ url }: Pick<Api, 'url'>): Pick<BurstRequest, 'holdS'> =>
  isHere(url) ? {} : { holdS };

/**
 * Holds a burst until disposed: when this process is killed meanwhile, the API stops the burst. For an API of
 * this machine the hold is a connection, for a deployed one a request that is repeated.
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
  const asked = { method: 'POST', headers, body, signal: release.signal, silenceMs: 0 } as const;
  // The command that follows the burst notices an API that goes away.
  await call(ownAgent(), new URL(holdPath, url), asked).then(
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
