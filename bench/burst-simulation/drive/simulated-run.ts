import { arrivalsOf } from '../../../lib/driver/arrivals/drawn-arrivals.ts';
import type {
  DriveRun,
  RunMeasured,
  RunOutcome,
  RunRecent,
} from '../../../lib/driver/driving/threads/drive-run.ts';
import type { Assignment } from '../../../lib/driver/model/plan.ts';
import type { SharedSnapshot } from '../../../lib/driver/model/shared-state.ts';
import type { Counters, Rows } from '../../../lib/driver/statistics/partial.ts';
import type { LiveSlice } from '../../../lib/driver/statistics/recorder.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import type { UserSecond } from '../../../lib/driver/statistics/users.ts';
import { noRows, RowsWriter } from '../../../lib/driver/statistics/wire/rows.ts';
import { drive } from '../constants.ts';
import type { Cancel } from '../time/world.ts';
import { liveHistogram } from './histograms.ts';
import { machine } from './machine-of-drives.ts';
import { type Arrival, target } from './target.ts';

/**
 * The users of a drive without their requests: who is due comes from the real schedule, each sends one request at once
 * that is answered at once. The target counts them until the drive is stopped or dies, second by second.
 */
export class SimulatedRun implements DriveRun {
  readonly active = { sessions: 0, inFlight: 0 };
  readonly notices: readonly string[] = [];
  readonly publications = 0;
  readonly #assignment: Assignment;
  /** Users due in each second of the phase. */
  readonly #due: ReadonlyMap<number, number>;
  readonly #sent = new Map<number, number>();
  readonly #flushed = new Map<number, number>();
  readonly #stopped = Promise.withResolvers<string>();
  #arrival: Arrival | undefined;
  #reported = 0;
  #isOver = false;

  constructor(assignment: Assignment) {
    this.#assignment = assignment;
    this.#due = dueOf(assignment);
  }

  notice(): void {}

  async run(t0Ns: number, onFinished: () => void): Promise<RunOutcome> {
    const { world } = machine();
    const { segment, phaseIndex, shard } = this.#assignment;
    // By the monotonic clock, which has no error: what the wall clock's was is in the number already.
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

  seal(): void {}

  async live(): Promise<LiveSlice> {
    const sent = this.#total;
    const news = sent - this.#reported;
    this.#reported = sent;
    return {
      counters: countersOf(news),
      latency: liveHistogram(),
      lateness: liveHistogram(),
      users: { due: news, started: news },
    };
  }

  async recent(): Promise<RunRecent> {
    return { rows: noRows, sentUntil: [], users: [], totals: [], loops: [] };
  }

  async absorb(_snapshot: SharedSnapshot): Promise<void> {}

  async snapshot(final: boolean): Promise<SharedSnapshot> {
    return { version: 1, final, maps: [], taken: [], counters: [], data: [] };
  }

  async close(): Promise<void> {
    this.#stopped.resolve('closed');
  }

  async measured(): Promise<RunMeasured> {
    return {
      rows: this.rows(),
      sentUntil: [],
      sessions: [],
      users: this.#users(),
      connections: {},
      loops: [],
    };
  }

  release(): void {}

  /** Rows are those since the last time. */
  async flush(): Promise<RunMeasured> {
    const news = [...this.#sent].map(
      ([second, count]) => [second, count - (this.#flushed.get(second) ?? 0)] as const,
    );
    for (const [second, count] of this.#sent) this.#flushed.set(second, count);
    return { ...(await this.measured()), rows: this.rows(news) };
  }

  /** One row a second. */
  rows(sent: Iterable<readonly [second: number, count: number]> = this.#sent): Rows {
    const writer = new RowsWriter();
    for (const [second, count] of sent) {
      if (count === 0) continue;
      const tally = new Tally();
      Object.assign(tally.counters, countersOf(count));
      for (const times of [tally.latency, tally.service, tally.lateness])
        for (let each = 0; each < count; each += 1) times.record(5_000_000);
      writer.add({ metric: this.#assignment.phase.name, step: 0, second }, tally);
    }
    return writer.take();
  }

  get #total(): number {
    return [...this.#sent.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Second by second: what is due in one is sent evenly over it. Returns why it ended early. */
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
    this.#sent.set(second, count);
    const arrival = this.#arrival as Arrival;
    arrival.requests += count;
    arrival.lastAt = machine().world.now;
  }

  #users(): readonly UserSecond[] {
    return [...this.#due].map(([second, due]) => [second, due, this.#sent.get(second) ?? 0, 0, 0]);
  }

  #outcome(): Omit<RunOutcome, 'result'> {
    const planned = [...this.#due.values()].reduce((sum, count) => sum + count, 0);
    return {
      planned,
      started: this.#total,
      throttled: 0,
      sessionLimitExceeded: false,
      errors: [],
      notices: [],
    };
  }
}

/** Users due, second by second since T0, from the schedule that the real drive would follow. */
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

const countersOf = (requests: number): Counters => ({
  ...{
    requests,
    responses: requests,
    status2xx: requests,
    status3xx: 0,
    status4xx: 0,
    status5xx: 0,
    statusOther: 0,
  },
  ...{
    invalid: 0,
    timeouts: 0,
    connectionErrors: 0,
    internalErrors: 0,
    failed: 0,
    blockedNs: 0,
    cacheHits: 0,
  },
  ...{ bytesReceived: 100 * requests, bytesSent: 100 * requests },
});
