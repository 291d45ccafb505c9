import type {
  BurstAccepted,
  BurstRequest,
  BurstSeconds,
  PhaseSecond,
  PhaseSeconds,
} from '../api.generated.ts';
import { ApiError } from './api-error.ts';
import { pause } from './pause.ts';
import type { Tree } from './raw.generated.ts';

/** Starts a burst. A repeat after a lost answer starts no second burst. @throws ApiError */
export async function start(api: Tree, request: Omit<BurstRequest, 'dryRun'>): Promise<BurstAccepted> {
  // The cast is safe: the operation gives another form of answer only to a dry run, which `start` never
  // requests.
  return (await api.burst.post({ body: request as BurstRequest })) as BurstAccepted;
}

/** The measurements of a second of a phase. `at` is the beginning of the second in epoch milliseconds. */
export type Second = PhaseSecond & { readonly phase: string; readonly at: number };

type Watching = {
  /** Ends the watch with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** The watch fails after this many milliseconds without an answer. @default 15,000 */
  readonly silenceMsMax?: number;
  /** The shortest pause between two requests in milliseconds. @default 100 */
  readonly pauseMs?: number;
};

/** The pause after a failed request in milliseconds. */
const failurePauseMs = 1_000;
const going: readonly string[] = ['planning', 'running', 'merging'] satisfies BurstSeconds['state'][];

/**
 * Yields the measurements of each second of a burst, as soon as the second is complete, from the start of the
 * burst until it is over. Seconds during which no client watched are missing here. The stored run has them.
 *
 * @throws ApiError when the API rejects the request or does not answer, and the reason of the signal.
 */
export async function* watch(
  api: Tree,
  burst: string,
  { signal, silenceMsMax = 15_000, pauseMs = 100 }: Watching = {},
): AsyncGenerator<Second, void, void> {
  let after: number | undefined;
  let heardAt = performance.now();
  for (;;) {
    const found = await api.burst
      .by(burst)
      .seconds.get({ query: { after }, signal })
      .catch((error: unknown) => {
        const passes = error instanceof ApiError && (error.status >= 500 || error.code === 'UNREACHABLE');
        if (!passes || performance.now() - heardAt > silenceMsMax) throw error;
        return undefined;
      });
    if (found !== undefined) {
      heardAt = performance.now();
      after = found.next;
      const isOver = !found.more && found.nextMs === undefined && !going.includes(found.state);
      yield* secondsOf(found, isOver);
      if (isOver) return;
      if (found.more) continue;
    }
    await pause(Math.max(found?.nextMs ?? failurePauseMs, pauseMs), signal);
  }
}

/**
 * The seconds of an answer that will not change any more, sorted by time: those up to `next`, or all of them
 * when the burst is over. The next request returns the later seconds again.
 */
function secondsOf({ phases, next }: BurstSeconds, isOver: boolean): readonly Second[] {
  const all = phases.flatMap(rowsOf).filter(({ at }) => isOver || at <= next);
  return all.sort((one, other) => one.at - other.at);
}

function rowsOf({ name, startsAt, seconds }: PhaseSeconds): readonly Second[] {
  const columns = Object.entries(seconds) as [string, readonly (number | null)[]][];
  return seconds.second.map((second, row) => {
    const cells = columns.map(([member, column]) => [member, column[row] ?? undefined]);
    // Each column of an answer has the name of a member of `PhaseSecond`.
    const measured = Object.fromEntries(cells) as PhaseSecond;
    return { ...measured, phase: name, at: startsAt + 1_000 * second };
  });
}
