import { requestNames } from '../request/distinct-names.ts';
import { Histogram } from '../statistics/histograms/histogram.ts';
import { highestOf } from '../statistics/histograms/layout.ts';
import type { Row } from '../statistics/partial.ts';
import { listRows } from '../statistics/wire/row-cursor.ts';
import { noRows } from '../statistics/wire/rows.ts';
import type { RunDocument } from './document.ts';
import type { RunRecord } from './run-record.ts';

/**
 * The histograms of a run in HdrHistogram's log format 1.3, which the tools and libraries of that project
 * read. Values are nanoseconds, and the column `Interval_Max` is milliseconds. The response times of a metric
 * have the tag `phase.metric`. If several requests have the metric, the tag is longer, such as
 * `phase.metric.GET_/products`. The suffixes `:service` and `:lateness` mark further histograms. A tag with
 * `:latency` exists if response times leave out the generator's own delay. Rows are in the order of their
 * starts.
 */
export function histogramLog({ plan, phases, startedAt, version }: RunRecord): string {
  const rows = plan.phases.flatMap(({ name, requests }, index) => {
    const { merged, t0 = startedAt } = phases[index] ?? {};
    const { rows = noRows, bucketS = 1 } = merged ?? {};
    const listed = listRows(rows);
    const nameOf = requestNames(requests, listed);
    return listed.flatMap((row) =>
      intervalsOf({
        ...row,
        phase: name,
        request: nameOf(row),
        startMs: t0 + row.second * 1000,
        lengthMs: bucketS * 1000,
      }),
    );
  });
  return logText({ id: plan.burst, startedAt, version, rows });
}

/** The totals of a run document in HdrHistogram's log format: a row for each metric of a phase. */
export function totalsLog({ info, stats, version }: RunDocument): string {
  const rows = stats.flatMap(({ name, metric, request, stepId, histograms, total: { start, end } }) => {
    const texts = histogramTexts.map((kind) => [kind, histograms[kind] ?? undefined] as const);
    return intervalsOf({
      phase: name,
      metric,
      request,
      step: stepId,
      startMs: start,
      lengthMs: end - start,
      ...Object.fromEntries(texts),
    });
  });
  return logText({ id: info.id, startedAt: info.startTime, version, rows });
}

const histogramTexts = ['latency', 'service', 'lateness', 'uncompensated'] as const;

type IntervalHead = Pick<Row, 'metric' | 'step'> & {
  readonly phase: string;
  /** The name of the request step. Present when several request steps of the phase have the same metric. */
  readonly request: string | undefined;
  readonly startMs: number;
  readonly lengthMs: number;
};

type Interval = IntervalHead & {
  /** The kind of times in a histogram. It follows the tag after a colon. Empty for response times. */
  readonly kind: '' | 'service' | 'lateness' | 'latency';
  readonly histogram: string;
};

function intervalsOf({
  latency,
  service,
  lateness,
  uncompensated,
  ...at
}: IntervalHead & Pick<Row, (typeof histogramTexts)[number]>): Interval[] {
  const { phase, metric, request, step, startMs, lengthMs } = at;
  const kinds = [
    ['', uncompensated ?? latency],
    ['service', service],
    ['lateness', lateness],
    ['latency', uncompensated === undefined ? undefined : latency],
  ] as const;
  return kinds.flatMap(([kind, histogram]) =>
    histogram === undefined ? [] : [{ phase, metric, request, step, startMs, lengthMs, kind, histogram }],
  );
}

type Log = {
  readonly id: string;
  readonly startedAt: number;
  readonly version: string;
  readonly rows: readonly Interval[];
};

function logText({ id, startedAt, version, rows }: Log): string {
  const start = (startedAt / 1000).toFixed(3);
  const tags = new Tags();
  // Tags are numbered in the order of the document, and not in the order of time.
  const tagged = rows.map((row) => ({ ...row, tag: tags.of(row) }));
  const lines = tagged
    .sort((one, other) => one.startMs - other.startMs)
    .map(({ tag, kind, startMs, lengthMs, histogram }) => {
      const place = [startMs - startedAt, lengthMs].map((ms) => (ms / 1000).toFixed(3));
      const mark = kind === '' ? '' : `:${kind}`;
      return `Tag=${tag}${mark},${place.join(',')},${maxMsOf(histogram)},${histogram}\n`;
    });
  return [
    `#[Logged with downpour ${version}, run of burst ${id}]\n`,
    '#[Histogram log format version 1.3]\n',
    `#[StartTime: ${start} (seconds since epoch), ${new Date(startedAt).toISOString()}]\n`,
    `#[BaseTime: ${start} (seconds since epoch)]\n`,
    '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"\n',
    ...lines,
  ].join('');
}

function maxMsOf(histogram: string): string {
  let last = 0;
  Histogram.decode(histogram).each((slot) => {
    last = slot;
  });
  return (highestOf(last) / 1_000_000).toFixed(3);
}

/**
 * Makes the tags of a histogram log, which name a phase and a metric. A tag contains no comma and no space.
 * Two metrics never have the same tag.
 */
class Tags {
  readonly #given = new Map<string, string>();
  readonly #taken = new Set<string>();

  of({ phase, metric, request, step }: Pick<Interval, 'phase' | 'metric' | 'request' | 'step'>): string {
    const key = JSON.stringify([phase, metric, step]);
    const known = this.#given.get(key);
    if (known !== undefined) return known;
    const wanted = [phase, metric, ...(request === undefined ? [] : [request])]
      .join('.')
      .replaceAll(/[\s,]/g, '_');
    const tag = this.#taken.has(wanted) ? this.#numbered(`${wanted}.${step}`) : wanted;
    this.#taken.add(tag);
    this.#given.set(key, tag);
    return tag;
  }

  #numbered(wanted: string): string {
    let tag = wanted;
    for (let copy = 2; this.#taken.has(tag); copy += 1) tag = `${wanted}~${copy}`;
    return tag;
  }
}
