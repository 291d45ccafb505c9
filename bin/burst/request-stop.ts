import { setTimeout as sleep } from 'node:timers/promises';
import type { BurstStatus } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { isKeyRefused } from '../api/calls/stopper.ts';
import type { Api } from '../api/client.ts';
import { isWorthRepeating } from '../api/worth-repeating.ts';
import { dataWords } from '../cli/shell-command.ts';

/**
 * The milliseconds for which a failed stop request is repeated. A user who leaves the command earlier gets a
 * message that the load continues.
 */
const repeatedMsMax = 60_000;
const pausesMs: readonly number[] = [200, 500, 1_000, 2_000];

type Repeating = {
  readonly msMax?: number;
  readonly pause?: (ms: number) => Promise<unknown>;
  /**
   * Prints a line for the user: when the stop takes longer, and when the stop token was used because the API
   * failed.
   */
  readonly say?: (line: string) => void;
};

/**
 * Requests the stop of a burst until the API has accepted it. After a failure of the server or a lost answer
 * the request is repeated for `msMax` milliseconds.
 * @returns the reason why no request was accepted, or undefined.
 */
export async function requestStop(
  api: Pick<Api, 'stopBurst'>,
  burst: string,
  { msMax = repeatedMsMax, pause = sleep, say = () => undefined }: Repeating = {},
): Promise<DownpourError | undefined> {
  const until = performance.now() + msMax;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const how = await api.stopBurst(burst);
      if (how.by === 'token')
        say(
          `The API could not stop the burst (${how.failure.message}); Downpour stopped the burst with its stop token, which works without Lambda functions.`,
        );
      return undefined;
    } catch (error) {
      if (!(error instanceof DownpourError)) throw error;
      if (!isWorthRepeating(error) || performance.now() >= until) return error;
      if (attempt === 0)
        say(
          `The stop request failed (${error.message}). Downpour repeats the request for up to ${msMax / 1000} s.`,
        );
    }
    await pause(pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 0);
  }
}

/** The message for a user whose stop request failed: the load continues, its end, and how to stop it. */
export function stillRunning(api: Api, burst: string, endsAt: number | undefined): readonly string[] {
  const end = endsAt === undefined ? '' : ` until about ${new Date(endsAt).toISOString()}`;
  return [
    `Burst ${burst} could not be stopped: its load continues${end}. Stop it with:`,
    ...waysToStop(api, burst),
  ];
}

function waysToStop({ url, data, stopToken }: Api, burst: string): readonly string[] {
  const token = stopToken(burst);
  const body = JSON.stringify({ burst, token });
  return [
    `  downpour stop ${burst}${dataWords(data)}`,
    ...(token === undefined
      ? []
      : [`  curl -X POST ${url}/api/burst/stop -H 'content-type: application/json' -d '${body}'`]),
  ];
}

/**
 * Stops a burst that no command follows any more, so that its load does not continue unnoticed. Throws unless
 * the API has accepted the stop.
 */
export async function stopLost(
  error: unknown,
  api: Api,
  burst: string,
  last: BurstStatus | undefined,
  say: (line: string) => void,
  repeating: Repeating = {},
): Promise<void> {
  if (!(error instanceof DownpourError && (error.code === 'BURST_LOST' || isKeyRefused(error)))) throw error;
  say(`${error.message}. Downpour now tries to stop the load of this run.`);
  const stopError = await requestStop(api, burst, { say, ...repeating });
  if (stopError === undefined) return;
  // After an error that a repeat cannot mend, such as a refused connection, the user gets the first error.
  // The load of an API on this machine has then ended with its process.
  if (!isWorthRepeating(stopError)) throw error;
  const lines = [`${api.url} does not answer`, ...stillRunning(api, burst, endOf(last))];
  throw new DownpourError(error.code, error.status, lines.join('\n'), {
    cause: stopError,
    details: { lines },
  });
}

/**
 * The epoch milliseconds at which the last phase with a known start ends by itself. Undefined when no end is
 * known.
 */
export function endOf(status: BurstStatus | undefined): number | undefined {
  const ends = (status?.phases ?? []).map(
    ({ startsAt = Number.NaN, durationMs = Number.NaN }) => startsAt + durationMs,
  );
  const known = ends.filter((end) => !Number.isNaN(end));
  return known.length === 0 ? undefined : Math.max(...known);
}
