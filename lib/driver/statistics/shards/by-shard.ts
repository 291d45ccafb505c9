import { GaugeSum } from '../gauge.ts';
import type { Partial, Row } from '../partial.ts';
import { Statistics, totalOf } from '../statistics.ts';
import type { EncodedTally, Tally } from '../tally.ts';

/** What one shard measured, over its segments. */
export type ShardTotals = {
  readonly shard: number;
  /** Empty when the bound on them is reached. */
  readonly totals: readonly (EncodedTally & Pick<Row, 'metric' | 'step'>)[];
  /** Its response times and counters second by second. Absent: there would be too many. */
  readonly rows?: readonly Row[];
  /** Its sessions at work, per second since T0. Absent likewise. */
  readonly sessions?: Partial['sessions'];
};

/** Bounds of one phase, over all shards. */
export type ShardBounds = {
  /** Metrics x seconds. */
  readonly shardCellsMax: number;
  /** Metrics. */
  readonly shardTotalsMax: number;
  /** Seconds of sessions. */
  readonly shardSessionsMax: number;
};

/**
 * What shards measured, each by itself. Where there is more than the bounds allow, what is finest is left out, of all
 * shards alike: seconds first, then totals. What is left out does not depend on the order of partials, because what was
 * added only ever grows.
 */
export class ByShard {
  readonly #bounds: ShardBounds;
  readonly #shards = new Map<number, Statistics>();
  readonly #sessions = new Map<number, GaugeSum>();
  #keeps: 'seconds' | 'totals' | 'nothing' = 'seconds';
  #keepsSessions = true;
  #cells = 0;

  constructor(bounds: ShardBounds) {
    this.#bounds = bounds;
  }

  /** A shard that sent nothing is one as well. */
  begin(shard: number): Statistics {
    const statistics = this.#shards.get(shard) ?? new Statistics();
    this.#shards.set(shard, statistics);
    return statistics;
  }

  add(shard: number, at: Pick<Row, 'metric' | 'step' | 'second'>, tally: Tally): void {
    if (this.#keeps === 'nothing') return;
    const statistics = this.begin(shard);
    const before = statistics.cells;
    statistics.addTally(this.#keeps === 'seconds' ? at : { ...at, second: 0 }, tally);
    this.#cells += statistics.cells - before;
    if (this.#keeps === 'seconds' && this.#cells > this.#bounds.shardCellsMax) this.#keep('totals', folded);
    if (this.#keeps === 'totals' && this.#cells > this.#bounds.shardTotalsMax)
      this.#keep('nothing', () => new Statistics());
  }

  addSessions(shard: number, rows: Partial['sessions']): void {
    if (!this.#keepsSessions) return;
    const sum = this.#sessions.get(shard) ?? new GaugeSum();
    this.#sessions.set(shard, sum);
    sum.add(rows);
    this.#keepsSessions = sumOf(this.#sessions.values(), ({ size }) => size) <= this.#bounds.shardSessionsMax;
    if (!this.#keepsSessions) this.#sessions.clear();
  }

  /** In the order of the shards. */
  result(): readonly ShardTotals[] {
    return [...this.#shards]
      .sort(([one], [other]) => one - other)
      .map(([shard, statistics]) => ({
        shard,
        totals: totalsOf(statistics),
        ...(this.#keeps === 'seconds' ? { rows: statistics.rows().map(responsesOf) } : {}),
        ...(this.#keepsSessions ? { sessions: this.#sessions.get(shard)?.rows() ?? [] } : {}),
      }));
  }

  #keep(what: 'totals' | 'nothing', of: (statistics: Statistics) => Statistics): void {
    this.#keeps = what;
    for (const [shard, statistics] of this.#shards) this.#shards.set(shard, of(statistics));
    this.#cells = sumOf(this.#shards.values(), ({ cells }) => cells);
  }
}

function folded(statistics: Statistics): Statistics {
  const totals = new Statistics();
  for (const metric of statistics.metrics) totals.addTally({ ...metric, second: 0 }, totalOf(metric));
  return totals;
}

function totalsOf({ metrics }: Statistics): ShardTotals['totals'] {
  return metrics.map((each) => ({ metric: each.metric, step: each.step, ...totalOf(each).encode() }));
}

/** What a series shows. */
function responsesOf({ service: _, lateness: __, ...row }: Row): Row {
  return row;
}

function sumOf<T>(values: Iterable<T>, of: (value: T) => number): number {
  let sum = 0;
  for (const value of values) sum += of(value);
  return sum;
}
