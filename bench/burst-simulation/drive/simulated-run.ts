import { arrivalsOf } from '../../../lib/driver/arrivals/drawn-arrivals.ts';
import type {
  DriveRun,
  RecentSeconds,
  RunMeasured,
  RunOutcome,
  RunRecent,
} from '../../../lib/driver/driving/threads/drive-run.ts';
import type { Assignment } from '../../../lib/driver/model/plan.ts';
import type { SharedSnapshot } from '../../../lib/driver/model/shared-state.ts';
import type { Counters } from '../../../lib/driver/statistics/partial.ts';
import type { LiveSlice } from '../../../lib/driver/statistics/recording/live-slice.ts';
import type { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { noCounts } from '../../../lib/driver/statistics/tally.ts';
import { drive } from '../constants.ts';
import type { Cancel } from '../time/world.ts';
import { liveHistogram } from './live-histogram.ts';
import { machine } from './machine-of-drives.ts';
import { type Arrival, target } from './target.ts';

/**
 * The users of a drive without their connections. The real schedule decides when a user starts. Each user
 * sends one request, which is answered at once. The target counts these requests second by second until the
 * drive is stopped or dies.
 */
export class SimulatedRun implements DriveRun {
  readonly active = { sessions: 0, inFlight: 0 };
  readonly notices: readonly string[] = [];
  readonly publications = 0;
  readonly #assignment: Assignment;
  /** The number of users that start in each second of the phase. */
  readonly #due: ReadonlyMap<number, number>;
  readonly #recorder: Recorder = machine().newRecorder();
  #sent = 0;
  readonly #stopped = Promise.withResolvers<string>();
  #arrival: Arrival | undefined;
  #reported = 0;
  #isOver = false;

  constructor(assignment: Assignment) {
    this.#assignment = assignment;
    this.#due = dueOf(assignment);
    for (const [second, count] of this.#due)
      for (let user = 0; user < count; user += 1) this.#recorder.users.due(middleOf(second));
  }

  notice(): void {}

  async run(t0Ns: number, onFinished: () => void): Promise<RunOutcome> {
    const { world } = machine();
    const { segment, phaseIndex, shard } = this.#assignment;
    // The true instant of T0. Only the wall clock of an environment has an error, and `t0Ns` already includes
    // it.
    const trueT0 = world.now + t0Ns / 1e6 - performance.now();
    const startsAt = trueT0 + segment.startMs;
    await world.sleep(startsAt - world.now);
    const firstAt = world.now;
    this.#arrival = target.begins({
      phase: phaseIndex,
      shard,
      segment: segment.index,
      firstAt,
      lastAt: firstAt,
      requests: 0,
    });
    const reason = await this.#sendUntilStopped(trueT0);
    onFinished();
    await world.sleep(drive.drainMs);
    this.#isOver = true;
    return {
      ...this.#outcome(),
      ...(reason === undefined ? { result: 'completed' } : { result: 'stopped', reason }),
    };
  }

  stop(reason: string): void {
    this.#stopped.resolve(reason);
  }

  seal(second: number): void {
    this.#recorder.seal(second);
  }

  async live(): Promise<LiveSlice> {
    const news = this.#sent - this.#reported;
    this.#reported = this.#sent;
    return {
      counters: add(noCounts(), news),
      latency: liveHistogram(),
      lateness: liveHistogram(),
      users: { due: news, started: news },
    };
  }

  async recent(seconds: RecentSeconds): Promise<RunRecent> {
    return { ...this.#recorder.recent(seconds), loops: [] };
  }

  async absorb(_snapshot: SharedSnapshot): Promise<void> {}

  async snapshot(final: boolean): Promise<SharedSnapshot> {
    return { version: 1, final, maps: [], taken: [], counters: [], data: [] };
  }

  async close(): Promise<void> {
    this.#stopped.resolve('closed');
  }

  async measured(): Promise<RunMeasured> {
    return { ...this.#recorder.measured(), loops: [] };
  }

  /** The seconds of measurements that were completed since the previous flush. */
  async flush(): Promise<RunMeasured> {
    return { ...this.#recorder.flush(), loops: [] };
  }

  release(): void {}

  /**
   * Sends the requests of each second, evenly distributed over the second. Returns the reason of an early
   * end.
   */
  async #sendUntilStopped(t0: number): Promise<string | undefined> {
    const { world } = machine();
    const own = this.#due;
    const endsAt = t0 + this.#assignment.segment.endMs;
    for (const [second, due] of own) {
      const from = Math.max(t0 + second * 1e3, this.#arrival?.firstAt ?? 0);
      const to = Math.min(t0 + (second + 1) * 1e3, endsAt);
      let cancel: Cancel = () => {};
      const slept = new Promise<undefined>((resolve) => {
        cancel = world.after(Math.max(0, to - world.now), () => resolve(undefined));
      });
      const reason = await Promise.race([slept, this.#stopped.promise]);
      cancel();
      const part =
        reason === undefined ? 1 : Math.min(1, Math.max(0, (world.now - from) / Math.max(1, to - from)));
      this.#send(second, Math.floor(due * part));
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  #send(second: number, count: number): void {
    if (count === 0 || this.#isOver) return;
    const tally = this.#recorder.metric(this.#assignment.phase.name, 0).at(second);
    for (let request = 0; request < count; request += 1) {
      tally.recordLatency(answeredNs);
      tally.recordService(answeredNs);
      tally.recordLateness(lateNs);
      this.#recorder.users.started(middleOf(second));
    }
    add(tally.counters, count);
    this.#sent += count;
    const arrival = this.#arrival as Arrival;
    arrival.requests += count;
    arrival.lastAt = machine().world.now;
  }

  #outcome(): Omit<RunOutcome, 'result'> {
    const planned = [...this.#due.values()].reduce((sum, count) => sum + count, 0);
    return {
      planned,
      started: this.#sent,
      throttled: 0,
      sessionLimitExceeded: false,
      errors: [],
      notices: [],
    };
  }
}

/** The number of users in each second since T0, from the schedule that a real drive follows. */
function dueOf(assignment: Assignment): ReadonlyMap<number, number> {
  const due = new Map<number, number>();
  const arrivals = arrivalsOf(assignment);
  if (arrivals === undefined && assignment.segment.index === 0) due.set(0, assignment.users);
  for (let ns = arrivals?.next() ?? Infinity; ns !== Infinity; ns = arrivals?.next() ?? Infinity) {
    const second = Math.max(0, Math.ceil(ns / 1e9) - 1);
    due.set(second, (due.get(second) ?? 0) + 1);
  }
  return due;
}

const middleOf = (second: number): number => (second + 0.5) * 1e9;

const answeredNs = 5_000_000;
const lateNs = 50_000;

function add(counters: Counters, requests: number): Counters {
  counters.requests += requests;
  counters.responses += requests;
  counters.status2xx += requests;
  counters.bytesReceived += 100 * requests;
  counters.bytesSent += 100 * requests;
  return counters;
}
