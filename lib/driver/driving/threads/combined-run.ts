import type { SharedSnapshot } from '../../model/shared-state.ts';
import { moreErrors } from '../../session/kept-errors.ts';
import { sessions } from '../../session/limits.ts';
import { GlobalCounters } from '../../sharing/global-counters.ts';
import type { MapShare } from '../../sharing/shared-store.ts';
import { joinMeasured, joinRecent } from '../../statistics/recording/join-measured.ts';
import { joinSlices } from '../../statistics/recording/live-slice.ts';
import type { DriveRun, RecentSeconds, RunMeasured, RunOutcome, RunRecent } from './drive-run.ts';
import { joinSnapshots, partOfSnapshot } from './thread-snapshots.ts';

/**
 * Runs the parts of a drive, each on its own event loop, as if they were one. When one part fails, the drive
 * has failed.
 */
export class Team implements DriveRun {
  readonly #parts: readonly DriveRun[];
  readonly #notices = new Set<string>();

  constructor(parts: readonly DriveRun[]) {
    this.#parts = parts;
  }

  get active(): DriveRun['active'] {
    return {
      sessions: sum(this.#parts.map(({ active }) => active.sessions)),
      inFlight: sum(this.#parts.map(({ active }) => active.inFlight)),
    };
  }

  get notices(): readonly string[] {
    return unique([...this.#parts.flatMap(({ notices }) => notices), ...this.#notices]);
  }

  get publications(): number {
    return sum(this.#parts.map(({ publications }) => publications));
  }

  notice(message: string): void {
    this.#notices.add(message);
  }

  async run(t0Ns: number, onFinished: () => void, t0: number): Promise<RunOutcome> {
    let atWork = this.#parts.length;
    const finished = (): void => {
      atWork -= 1;
      if (atWork === 0) onFinished();
    };
    const outcomes = await Promise.all(
      this.#parts.map(async (part) => {
        const outcome = await part.run(t0Ns, finished, t0);
        if (outcome.result !== 'completed')
          this.stop(outcome.reason ?? 'another event loop of the load generator stopped');
        return outcome;
      }),
    );
    // `notices` of another thread are those of its last report, and its outcome may have later ones.
    const notices = unique([...outcomes.flatMap((outcome) => outcome.notices ?? []), ...this.notices]);
    return joinOutcomes(outcomes, notices);
  }

  stop(reason: string): void {
    for (const part of this.#parts) part.stop(reason);
  }

  seal(second: number): void {
    for (const part of this.#parts) part.seal(second);
  }

  async live() {
    return joinSlices(await Promise.all(this.#parts.map((part) => part.live())));
  }

  async recent(seconds: RecentSeconds): Promise<RunRecent> {
    const parts = await Promise.all(this.#parts.map((part) => part.recent(seconds)));
    return { ...joinRecent(parts), loops: parts.flatMap(({ loops }) => loops) };
  }

  async absorb(snapshot: SharedSnapshot, maps: MapShare | undefined): Promise<void> {
    const { length } = this.#parts;
    await Promise.all(
      this.#parts.map((part, index) =>
        Promise.all(partOfSnapshot(snapshot, maps, index, length).map((own) => part.absorb(...own))),
      ),
    );
  }

  async snapshot(final: boolean): Promise<SharedSnapshot> {
    return joinSnapshots(await Promise.all(this.#parts.map((part) => part.snapshot(final))));
  }

  async flush(sinceMs: number): Promise<RunMeasured> {
    return joinParts(await Promise.all(this.#parts.map((part) => part.flush(sinceMs))));
  }

  async measured(): Promise<RunMeasured> {
    return joinParts(await Promise.all(this.#parts.map((part) => part.measured())));
  }

  async close(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.close()));
  }

  release(): void {
    for (const part of this.#parts) part.release();
  }
}

function joinParts(parts: readonly RunMeasured[]): RunMeasured {
  const globals = new GlobalCounters();
  for (const { globalCounters = {} } of parts) globals.addEncoded(globalCounters);
  const globalCounters = globals.encode();
  const lost = parts.find((part) => part.lost !== undefined)?.lost;
  return {
    ...joinMeasured(parts),
    ...(globalCounters === undefined ? {} : { globalCounters }),
    loops: parts.flatMap(({ loops }) => loops),
    ...(lost === undefined ? {} : { lost }),
  };
}

/**
 * The results of a part of a drive, from the worst to the best. The result of the drive is the worst result
 * of its parts.
 */
const byGravity = ['failed', 'stopped', 'missed', 'completed'] as const;

function joinOutcomes(outcomes: readonly RunOutcome[], notices: readonly string[]): RunOutcome {
  const result = byGravity.find((each) => outcomes.some((outcome) => outcome.result === each)) ?? 'completed';
  const reason = outcomes.find((outcome) => outcome.result === result)?.reason;
  const planned = outcomes.flatMap((outcome) => outcome.planned ?? []);
  const errors = unique(outcomes.flatMap((outcome) => outcome.errors));
  return {
    result,
    ...(reason === undefined ? {} : { reason }),
    ...(outcomes.some(({ refused }) => refused) ? { refused: true } : {}),
    ...(planned.length < outcomes.length ? {} : { planned: sum(planned) }),
    started: sum(outcomes.map(({ started }) => started)),
    throttled: sum(outcomes.map(({ throttled }) => throttled)),
    sessionLimitExceeded: outcomes.some(({ sessionLimitExceeded }) => sessionLimitExceeded),
    errors: errors.slice(0, sessions.errorsMax),
    notices: errors.length > sessions.errorsMax ? unique([...notices, moreErrors]) : notices,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
