import { setTimeout as sleep } from 'node:timers/promises';
import type { BurstStatus } from '../../lib/api.generated.ts';
import { serverNow } from '../../lib/client/server-clock.ts';
import { isFinal } from '../../lib/driver/model/final-state.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';
import { isHere } from '../api/same-machine.ts';
import { dataWords } from '../cli/shell-command.ts';

/**
 * The milliseconds between two status requests. The interval is shorter when a change is near and a user
 * waits for it.
 */
const everyMs = 500;
const soonMs = 150;
/**
 * The milliseconds between status requests at the end of a burst that another process of this machine runs. A
 * deployment is asked less often, because AWS charges for each request. A cloud in this process reports the
 * end itself.
 */
const endingMs = 50;
/**
 * The milliseconds without an answer after which the command gives up. A burst continues without the command,
 * so a short loss of the connection is harmless.
 */
const silenceMsMax = 15_000;

type Waiting = { readonly silenceMs?: number; readonly pause?: typeof sleep };

/**
 * Yields the status of a burst at least twice a second, and its final state at the end. An abort of `leave`
 * ends the sequence early.
 *
 * @throws DownpourError `BURST_LOST` (503) when the API has not answered for `silenceMs`.
 */
export async function* follow(
  api: Api,
  burst: string,
  leave: AbortSignal,
  { silenceMs = silenceMsMax, pause = sleep }: Waiting = {},
): AsyncGenerator<BurstStatus> {
  const ended = new AbortController();
  // The error for an unknown burst is ignored, because the status request reports it.
  api.ended?.(burst).then(
    () => ended.abort(),
    () => undefined,
  );
  const lastMs = api.ended !== undefined ? everyMs : isHere(api.url) ? endingMs : soonMs;
  let answeredAt = performance.now();
  let last: BurstStatus | undefined;
  while (!leave.aborted) {
    const wasEnded = ended.signal.aborted;
    const status = await statusOf(api, burst, answeredAt + silenceMs);
    if (status !== undefined) {
      answeredAt = performance.now();
      last = status;
      yield status;
      if (isFinal(status.state)) return;
    }
    // The end of the burst interrupts the pause only once. It is either the current pause, or the pause after
    // a status that was requested before the end.
    const signal = wasEnded ? leave : AbortSignal.any([leave, ended.signal]);
    await pause(pauseMs(last, serverNow(), lastMs), undefined, { signal }).catch(ignoreAbort);
  }
}

/**
 * The pause before the next status request. It is long while users send requests and the next end of a phase
 * is known, because little changes then.
 */
function pauseMs(status: BurstStatus | undefined, now: number, lastMs: number): number {
  const ends = (status?.phases ?? [])
    .filter((phase) => phase.status === 'RUNNING')
    .map(({ startsAt = 0, durationMs = 0 }) => startsAt + durationMs - now);
  if (status?.state === 'merging') return lastMs;
  if (status?.state !== 'running' || ends.length === 0) return soonMs;
  // Right after the last planned end, the drives are about to report. Later, the burst waits for slow users,
  // so the requests are less frequent.
  const lastEndMs = Math.max(...ends);
  if (lastEndMs <= 0 && lastEndMs > -everyMs) return lastMs;
  return Math.max(soonMs, Math.min(everyMs, ...ends));
}

async function statusOf(api: Api, burst: string, lostAt: number): Promise<BurstStatus | undefined> {
  try {
    return await api.burst(burst);
  } catch (error) {
    // API Gateway answers 429 above the rate limit of a deployment or an account, which soon passes.
    const passing = error instanceof DownpourError && (error.status >= 500 || error.status === 429);
    if (!passing) throw error;
    if (performance.now() > lostAt) throw lost(api, burst, error);
    return undefined;
  }
}

/**
 * The error when the API has not answered for too long. On one machine a burst ends with its API. A deployed
 * burst continues.
 */
function lost({ url, data }: Api, burst: string, cause: DownpourError): DownpourError {
  const over = dataWords(data);
  const became = isHere(url)
    ? `if the process of that API has ended, the load of burst ${burst} has ended too; start the API again, and it stores a run of what was measured (\`downpour watch ${burst}${over}\` shows its end)`
    : `burst ${burst} may still run; \`downpour bursts${over}\` shows its state, and \`downpour runs${over}\` shows its run at the end`;
  return new DownpourError('BURST_LOST', 503, `${url} stopped answering: ${became}`, { cause });
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
