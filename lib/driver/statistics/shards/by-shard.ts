import { GaugeSum } from '../gauge.ts';
import type { Partial, Rows } from '../partial.ts';
import { Statistics, secondsOf } from '../statistics.ts';
import type { RowCursor } from '../wire/row-cursor.ts';
import { noRows, RowsWriter } from '../wire/rows.ts';

/** The measurements of one shard over its segments. */
export type ShardTotals = {
  readonly shard: number;
  /** The totals: a row for each metric, in second 0. Empty when the phase has too many rows to keep them. */
  readonly totals: Rows;
  /**
   * The response times and counters of the shard by second. Absent when the phase has too many rows to keep
   * them.
   */
  readonly rows?: Rows;
  /**
   * The number of the shard's sessions at work, by second since T0. Absent when the phase has too many rows
   * to keep them.
   */
  readonly sessions?: Partial['sessions'];
};

/** The most measurements of single shards that one phase keeps, over all its shards. */
export type ShardBounds = {
  /** The most cells, over all shards: metrics times seconds. */
  readonly shardCellsMax: number;
  /** The most metrics, summed over all shards, that have totals. */
  readonly shardTotalsMax: number;
  /** The most numbers of sessions (of one shard in one second) that are kept. */
  readonly shardSessionsMax: number;
};

/**
 * Keeps the measurements of single shards. When a bound is exceeded, the finest measurements of all shards
 * are removed: seconds first, then totals. The order and grouping of partials do not change the result.
 * Adding a partial never makes a sum smaller, so a sum that exceeds a bound stays above it.
 */
export class ByShard {
  readonly #bounds: ShardBounds;
  readonly #shards = new Set<number>();
  #totals: PerShard | undefined = new PerShard();
  #seconds: PerShard | undefined = new PerShard();
  #sessions: Map<number, GaugeSum> | undefined = new Map();

  constructor(bounds: ShardBounds) {
    this.#bounds = bounds;
  }

  /** Adds an entry for a shard. A shard that sent nothing has an entry as well. */
  begin(shard: number): void {
    this.#shards.add(shard);
  }

  add(shard: number, row: RowCursor): void {
    this.#totals?.addRow(shard, row, 0);
    this.#seconds?.addRow(shard, row, row.second);
    this.#bound();
  }

  addSessions(shard: number, rows: Partial['sessions']): void {
    if (this.#sessions === undefined) return;
    const sum = this.#sessions.get(shard) ?? new GaugeSum();
    this.#sessions.set(shard, sum);
    sum.add(rows);
    let seconds = 0;
    for (const { size } of this.#sessions.values()) seconds += size;
    if (seconds > this.#bounds.shardSessionsMax) this.#sessions = undefined;
  }

  /**
   * Adds the kept measurements of some shards of the same phase, with the same bounds. If measurements were
   * removed there, they are removed here too.
   */
  absorb(shards: readonly ShardTotals[]): void {
    const someLack = (name: 'rows' | 'sessions'): boolean =>
      shards.some(({ [name]: value }) => value === undefined);
    if (someLack('rows')) {
      this.#seconds = undefined;
      if (shards.every(({ totals }) => totals.length === 0)) this.#totals = undefined;
    }
    if (someLack('sessions')) this.#sessions = undefined;
    for (const { shard, totals, rows = noRows, sessions = [] } of shards) {
      this.begin(shard);
      this.#totals?.add(shard, totals);
      this.#seconds?.add(shard, rows);
      this.#bound();
      this.addSessions(shard, sessions);
    }
  }

  /** The kept measurements, in the order of the shards. */
  result(): readonly ShardTotals[] {
    return [...this.#shards]
      .sort((one, other) => one - other)
      .map((shard) => ({
        shard,
        totals: this.#totals?.of(shard).rows() ?? noRows,
        ...(this.#seconds === undefined ? {} : { rows: responsesOf(this.#seconds.of(shard)) }),
        ...(this.#sessions === undefined ? {} : { sessions: this.#sessions.get(shard)?.rows() ?? [] }),
      }));
  }

  #bound(): void {
    const { shardCellsMax, shardTotalsMax } = this.#bounds;
    if (this.#seconds !== undefined && this.#seconds.cells > shardCellsMax) this.#seconds = undefined;
    if (this.#seconds === undefined && (this.#totals?.cells ?? 0) > shardTotalsMax) this.#totals = undefined;
  }
}

/** The statistics of each shard, and the number of their cells (a metric in one second) in total. */
class PerShard {
  readonly #shards = new Map<number, Statistics>();
  cells = 0;

  of(shard: number): Statistics {
    const statistics = this.#shards.get(shard) ?? new Statistics();
    this.#shards.set(shard, statistics);
    return statistics;
  }

  add(shard: number, rows: Rows): void {
    this.#counting(this.of(shard), (statistics) => statistics.add(rows));
  }

  addRow(shard: number, row: RowCursor, second: number): void {
    const { metric, step } = row;
    this.#counting(this.of(shard), (statistics) => row.addTo(statistics.cell({ metric, step, second })));
  }

  #counting(statistics: Statistics, add: (statistics: Statistics) => void): void {
    const before = statistics.cells;
    add(statistics);
    this.cells += statistics.cells - before;
  }
}

/** The rows without the histograms of service times and lateness, for a chart of a shard over time. */
function responsesOf(statistics: Statistics): Rows {
  const writer = new RowsWriter();
  for (const each of statistics.metrics)
    for (const [second, tally] of secondsOf(each))
      writer.add({ ...each, second }, tally, ['service', 'lateness']);
  return writer.take();
}
