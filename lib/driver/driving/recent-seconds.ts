import type { Assignment, Plan } from '../model/plan.ts';
import { phasePlanAt } from '../planning/find-phase-plan.ts';
import { recents } from '../progress/limits.ts';
import type { Live } from '../progress/live.ts';
import { type MetricSoFar, type Recent, type RecentSecond, recentSecond } from '../progress/recent.ts';
import { coarseText } from '../statistics/histograms/coarse.ts';
import { Histogram } from '../statistics/histograms/histogram.ts';
import type { Counters, Rows } from '../statistics/partial.ts';
import type { Pieces } from '../statistics/recording/recorder.ts';
import { counterNames, noCounts } from '../statistics/tally.ts';
import { RowCursor } from '../statistics/wire/row-cursor.ts';

/** Collects the last seconds of a drive and its metrics so far, and decides when to store them. */
export class Recents {
  readonly #isAlone: boolean;
  readonly #needed: NeededParts;
  readonly #metrics = new Map<string, SoFar>();
  #seconds: readonly RecentSecond[] = [];
  /** The second that the previous report described, counted from T0. */
  #last: number;
  #due: number;

  constructor(plan: Plan, { phaseIndex, shard, shards, segment }: Assignment) {
    this.#isAlone = shards === 1;
    this.#last = Math.floor(segment.startMs / 1_000) - 1;
    this.#needed = neededPartsOf(plan, phaseIndex);
    // Each drive of a phase writes in another second, so that not all write at once.
    this.#due = Math.floor(segment.startMs / 1_000) + (shard % recents.writeSeconds);
  }

  /** Adds the report of one second. Returns the data to store, or undefined when no write is due. */
  note(live: Live): Recent | undefined {
    if (live.second < 0) return undefined;
    const second = this.#secondOf(live);
    this.#last = second;
    const report = recentSecond({ ...live, second }, this.#isAlone);
    this.#seconds = [...this.#seconds, report].slice(-recents.keptSeconds);
    if (live.second < this.#due && !live.ended) return undefined;
    this.#due = live.second + recents.writeSeconds;
    const metrics = [...this.#metrics.values()].map(reported);
    return {
      ended: live.ended,
      seconds: this.#seconds,
      ...(metrics.length === 0 ? {} : { metrics }),
    };
  }

  /**
   * The second of a report, counted from T0. The last report may come before its second is over. So the time
   * that it covers decides.
   */
  #secondOf({ second, ended, coversMs }: Live): number {
    if (!ended) return second;
    return Math.min(second, this.#last + Math.max(1, Math.round(coversMs / 1_000)));
  }

  /**
   * Adds rows that were measured since the previous call. Yields before each row, so that users who are due
   * are not delayed.
   */
  *addingRows(rows: Rows): Pieces<void> {
    for (const cursor = new RowCursor(rows); cursor.next(); ) {
      yield;
      const { metric, step } = cursor;
      const needed = this.#needed(metric, step);
      if (needed === 'nothing') continue;
      const key = `${step} ${metric}`;
      let soFar = this.#metrics.get(key);
      if (soFar === undefined) {
        if (this.#metrics.size >= recents.metricsMax) continue;
        soFar = { metric, step, counters: noCounts(), ...emptyTimes() };
        this.#metrics.set(key, soFar);
      }
      for (const name of counterNames) soFar.counters[name] += cursor.counter(name);
      if (needed === 'times')
        for (const name of timesNames) {
          const place = cursor.rangeOf(name);
          if (place !== undefined) cursor.addAt(place, soFar[name]);
        }
    }
  }
}

const timesNames = ['latency', 'uncompensated', 'unanswered'] as const;

type SoFar = {
  readonly metric: string;
  readonly step: number;
  readonly counters: Counters;
} & Readonly<Record<(typeof timesNames)[number], Histogram>>;

const emptyTimes = (): Pick<SoFar, (typeof timesNames)[number]> => ({
  latency: new Histogram(),
  uncompensated: new Histogram(),
  unanswered: new Histogram(),
});

function reported({ metric, step, counters, latency, uncompensated, unanswered }: SoFar): MetricSoFar {
  // If the document asks for it, the response times leave out the generator's own delay.
  const times = coarseText(uncompensated.count > 0 ? uncompensated : latency);
  const left = coarseText(unanswered);
  return {
    metric,
    step,
    counters: { ...counters, blockedNs: Math.round(counters.blockedNs) },
    ...(times === undefined ? {} : { times }),
    ...(left === undefined ? {} : { unanswered: left }),
  };
}

/** Returns which measurements of a metric are needed to judge its limits. */
type NeededParts = (metric: string, step: number) => 'nothing' | 'counts' | 'times';

function neededPartsOf(plan: Plan, index: number): NeededParts {
  const phase = plan.benchmark.phases[index];
  if (phase?.isJudged === false) return () => 'nothing';
  const { requests } = phasePlanAt(plan, index);
  const limited = new Map(requests.map(({ step, slas }) => [step, slas.length > 0]));
  const custom = new Set((phase?.customSlas ?? []).map(({ metric }) => metric));
  return (metric, step) => {
    const isLimited = limited.get(step);
    if (isLimited === undefined) return custom.has(metric) ? 'times' : 'nothing';
    return isLimited ? 'times' : 'counts';
  };
}
