import { setTimeout as sleep } from 'node:timers/promises';
import type { BurstState, BurstStatus } from '../lib/api.generated.ts';
import { DownpourError } from '../lib/errors.ts';
import type { Api } from './client.ts';

const everyMs = 500;
/** A burst goes on without its watcher, so a connection that is lost for a while is no reason to give up. */
const silenceMsMax = 15_000;

/** What a burst looks like, twice a second, ending with its final state. Aborting `leave` ends it early. */
export async function* watch(api: Api, burst: string, leave: AbortSignal): AsyncGenerator<BurstStatus> {
  let heardAt = performance.now();
  while (!leave.aborted) {
    const status = await look(api, burst, heardAt);
    if (status !== undefined) {
      heardAt = performance.now();
      yield status;
      if (isFinal(status.state)) return;
    }
    await sleep(everyMs, undefined, { signal: leave }).catch(ignoreAbort);
  }
}

/** How a burst can end. */
export type FinalState = Exclude<BurstState, 'planning' | 'running' | 'merging'>;

export function isFinal(state: BurstState): state is FinalState {
  return state !== 'planning' && state !== 'running' && state !== 'merging';
}

async function look(api: Api, burst: string, heardAt: number): Promise<BurstStatus | undefined> {
  try {
    return await api.burst(burst);
  } catch (error) {
    const passing = error instanceof DownpourError && error.status >= 500;
    if (!passing || performance.now() - heardAt > silenceMsMax) throw error;
    return undefined;
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
