import { setTimeout as sleep } from 'node:timers/promises';
import type { BurstState, BurstStatus } from '../lib/api.generated.ts';
import { DownpourError } from '../lib/errors.ts';
import type { Api } from './client.ts';

const everyMs = 500;
/** A burst goes on without its watcher, so a connection that is lost for a while is no reason to give up. */
const silenceMsMax = 15_000;
const final: readonly BurstState[] = ['passed', 'failed', 'stopped', 'incomplete'];

/**
 * What a burst looks like, twice a second, ending with its final state. Aborting `leave` ends it early.
 *
 * @throws DownpourError `BURST_LOST` (503) when nobody has answered for `silenceMs`.
 */
export async function* watch(
  api: Api,
  burst: string,
  leave: AbortSignal,
  silenceMs = silenceMsMax,
): AsyncGenerator<BurstStatus> {
  let heardAt = performance.now();
  while (!leave.aborted) {
    const status = await look(api, burst, heardAt + silenceMs);
    if (status !== undefined) {
      heardAt = performance.now();
      yield status;
      if (final.includes(status.state)) return;
    }
    await sleep(everyMs, undefined, { signal: leave }).catch(ignoreAbort);
  }
}

async function look(api: Api, burst: string, lostAt: number): Promise<BurstStatus | undefined> {
  try {
    return await api.burst(burst);
  } catch (error) {
    const passing = error instanceof DownpourError && error.status >= 500;
    if (!passing) throw error;
    if (performance.now() > lostAt) throw lost(api.url, burst, error);
    return undefined;
  }
}

/** On one machine a burst ends with its API; one that is deployed pours on without its watcher. */
function lost(url: string, burst: string, cause: DownpourError): DownpourError {
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  const became = isHere
    ? `if its process has ended, the load of burst ${burst} has ended with it and no run of it is kept`
    : `burst ${burst} may still pour; its run will be in 'downpour runs'`;
  return new DownpourError('BURST_LOST', 503, `${url} answers no longer: ${became}`, { cause });
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
