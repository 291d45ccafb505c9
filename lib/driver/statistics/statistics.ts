import type { Row, Rows } from './partial.ts';
import { Tally } from './tally.ts';
import { RowCursor } from './wire/row-cursor.ts';
import { RowsWriter } from './wire/rows.ts';

/**
 * The merged statistics of one phase. The order and grouping in which rows are added do not change the
 * result.
 *
 * The number of cells (a metric of a step in one second) may be bounded. Beyond the bound, several seconds
 * are counted together in a bucket. Each length of buckets divides the next one, so the final length and all
 * counts do not depend on the order.
 */
export class Statistics {
  readonly #byMetric = new Map<string, KeptMetric>();
  readonly #cellsMax: number;
  #bucketS: number;
  #cells = 0;

  constructor({ cellsMax = Number.POSITIVE_INFINITY, bucketS = 1 }: Keeping = {}) {
    this.#cellsMax = cellsMax;
    this.#bucketS = bucketS;
  }

  /** The number of seconds that are counted together in one bucket. */
  get bucketS(): number {
    return this.#bucketS;
  }

  get cells(): number {
    return this.#cells;
  }

  add(rows: Rows): void {
    for (const cursor = new RowCursor(rows); cursor.next(); ) cursor.addTo(this.cell(cursor));
  }

  /** Adds a copy of one tally to a cell (a metric of a step in one second). */
  addTally(at: Cell, tally: Tally): void {
    this.cell(at).add(tally);
  }

  /** The tally of a cell (a metric of a step in one second). It is valid until the next call. */
  cell(at: Cell): Tally {
    const metric = this.#metricOf(at);
    let cell = this.#cell(metric, at.second);
    while (this.#cells > this.#cellsMax && this.#bucketS < longestBucketS) {
      this.widen(nextAbove(this.#bucketS));
      cell = this.#cell(metric, at.second);
    }
    return cell;
  }

  /**
   * Counts this number of seconds together in one bucket from now on. Earlier measurements are combined too.
   */
  widen(bucketS: number): void {
    if (bucketS <= this.#bucketS) return;
    this.#bucketS = bucketS;
    this.#cells = 0;
    for (const metric of this.#byMetric.values()) {
      const { seconds } = metric;
      metric.bucketS = bucketS;
      metric.seconds = new Map();
      for (const [second, tally] of seconds) this.#cell(metric, second).add(tally);
    }
  }

  /** The metrics, sorted by name and then by step, as in the run document. */
  get metrics(): readonly MetricStatistics[] {
    return [...this.#byMetric.values()].sort(byMetricAndStep);
  }

  /** The rows, in the order of metric, step and second. */
  rows(): Rows {
    const writer = new RowsWriter();
    for (const each of this.metrics)
      for (const [second, tally] of secondsOf(each)) writer.add({ ...each, second }, tally);
    return writer.take();
  }

  #metricOf({ metric, step }: Pick<Row, 'metric' | 'step'>): KeptMetric {
    const key = `${step} ${metric}`;
    const known = this.#byMetric.get(key) ?? { metric, step, bucketS: this.#bucketS, seconds: new Map() };
    this.#byMetric.set(key, known);
    return known;
  }

  #cell({ seconds }: KeptMetric, second: number): Tally {
    const start = second - (second % this.#bucketS);
    const known = seconds.get(start);
    if (known !== undefined) return known;
    const cell = new Tally();
    seconds.set(start, cell);
    this.#cells += 1;
    return cell;
  }
}

type Cell = Pick<Row, 'metric' | 'step' | 'second'>;

export type Keeping = {
  /** The most cells (a metric of a step in one second). @default no bound */
  readonly cellsMax?: number;
  /**
   * The number of seconds that are counted together.
   * @default 1
   */
  readonly bucketS?: number;
};

type KeptMetric = {
  readonly metric: string;
  readonly step: number;
  bucketS: number;
  seconds: Map<number, Tally>;
};

/** The lengths of buckets in seconds, up to the longest burst. Each is a multiple of the one before. */
const bucketLengths = [1, 5, 10, 30, 60, 300, 600, 3600, 21_600, 86_400];
const longestBucketS = 86_400;

function nextAbove(bucketS: number): number {
  return bucketLengths.find((each) => each > bucketS) ?? longestBucketS;
}

/** The statistics of one metric of one request step. */
export type MetricStatistics = {
  readonly metric: string;
  readonly step: number;
  /** The number of seconds in each bucket of `seconds`. */
  readonly bucketS: number;
  /**
   * The tallies by bucket. The key is the first second of the bucket since T0, by the planned start of the
   * requests. Some buckets have only the lateness of requests.
   */
  readonly seconds: ReadonlyMap<number, Tally>;
};

export function secondsOf({
  seconds,
}: MetricStatistics): readonly (readonly [second: number, tally: Tally])[] {
  return [...seconds].sort(([one], [other]) => one - other);
}

/**
 * The seconds of a metric for which requests were planned. Seconds in which only overdue requests of earlier
 * seconds were sent are left out.
 */
export function requestSecondsOf(metric: MetricStatistics): ReturnType<typeof secondsOf> {
  return secondsOf(metric).filter(([, tally]) => !tally.onlyLateness);
}

export function totalOf({ seconds }: MetricStatistics): Tally {
  const total = new Tally();
  for (const tally of seconds.values()) total.add(tally);
  return total;
}

export function statisticsOf(rows: Rows, keeping?: Keeping): Statistics {
  const statistics = new Statistics(keeping);
  statistics.add(rows);
  return statistics;
}

/**
 * Merges rows of the same metric, step and second. Nothing is lost, because counts are whole numbers and are
 * only added.
 */
export function mergeRows(rows: Rows): Rows {
  return statisticsOf(rows).rows();
}

function byMetricAndStep(one: MetricStatistics, other: MetricStatistics): number {
  if (one.metric !== other.metric) return one.metric < other.metric ? -1 : 1;
  return one.step - other.step;
}
