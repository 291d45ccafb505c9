import type { Row } from './partial.ts';
import { Tally } from './tally.ts';

/** Merged statistics of one phase: rows in, in any order and any grouping; the same rows out. */
export class Statistics {
  readonly #byMetric = new Map<string, MetricStatistics & { readonly seconds: Map<number, Tally> }>();

  add(row: Row): void {
    const tally = new Tally();
    tally.addEncoded(row);
    this.addTally(row, tally);
  }

  /** The same for what is decoded already. The tally is copied. */
  addTally(at: Pick<Row, 'metric' | 'step' | 'second'>, tally: Tally): void {
    const { seconds } = this.#metricOf(at);
    const sum = seconds.get(at.second) ?? new Tally();
    seconds.set(at.second, sum);
    sum.add(tally);
  }

  /** By metric, then step: the order of the run document. */
  get metrics(): readonly MetricStatistics[] {
    return [...this.#byMetric.values()].sort(byMetricAndStep);
  }

  /** One row for each metric, step and second, in this order. */
  rows(): readonly Row[] {
    return this.metrics.flatMap((each) =>
      secondsOf(each).map(([second, tally]) => ({
        metric: each.metric,
        step: each.step,
        second,
        ...tally.encode(),
      })),
    );
  }

  #metricOf({
    metric,
    step,
  }: Pick<Row, 'metric' | 'step'>): MetricStatistics & { readonly seconds: Map<number, Tally> } {
    const key = `${step} ${metric}`;
    const known = this.#byMetric.get(key) ?? { metric, step, seconds: new Map<number, Tally>() };
    this.#byMetric.set(key, known);
    return known;
  }
}

/** One metric of one request step. */
export type MetricStatistics = {
  readonly metric: string;
  readonly step: number;
  /**
   * By the second since T0 of the intended start of the requests. Some have nothing but the lateness of requests that were
   * sent in them.
   */
  readonly seconds: ReadonlyMap<number, Tally>;
};

export function secondsOf({
  seconds,
}: MetricStatistics): readonly (readonly [second: number, tally: Tally])[] {
  return [...seconds].sort(([one], [other]) => one - other);
}

/** Without those in which requests were sent that should all have been before. */
export function requestSecondsOf(metric: MetricStatistics): ReturnType<typeof secondsOf> {
  return secondsOf(metric).filter(([, tally]) => !tally.onlyLateness);
}

export function totalOf({ seconds }: MetricStatistics): Tally {
  const total = new Tally();
  for (const tally of seconds.values()) total.add(tally);
  return total;
}

export function statisticsOf(rows: Iterable<Row>): Statistics {
  const statistics = new Statistics();
  for (const row of rows) statistics.add(row);
  return statistics;
}

/** Rows of the same metric, step and second become one. Lossless: counts are whole numbers and only ever added. */
export function mergeRows(rows: Iterable<Row>): readonly Row[] {
  return statisticsOf(rows).rows();
}

function byMetricAndStep(one: MetricStatistics, other: MetricStatistics): number {
  if (one.metric !== other.metric) return one.metric < other.metric ? -1 : 1;
  return one.step - other.step;
}
