import { type Random, randomFor } from '../../../driver/random.ts';
import type { Histogram } from '../../../driver/statistics/histograms/histogram.ts';
import { highestOf, lowestOf } from '../../../driver/statistics/histograms/layout.ts';
import { summarise } from '../../../driver/statistics/histograms/summary-statistics.ts';
import { edgesOf } from '../../../driver/statistics/latency-timeline.ts';
import type { WithinRun } from '../comparison-data.ts';
import type { Measure, Subject } from '../measures.ts';
import { type Column, type Counts, resample } from '../statistics/block-bootstrap.ts';
import { quantileRanks } from '../statistics/quantile-interval.ts';
import type { MeasuredRun } from './measured-run.ts';

/** The range of a response time within one run. The range does not cover the variation between runs. */
export function withinRun(run: MeasuredRun, subject: Subject, measure: Measure): WithinRun | undefined {
  const value = run.value(subject, measure);
  if (value === undefined || measure.unit !== 'ns' || subject.metric === undefined) return undefined;
  const times = run.responseTimes(subject);
  const sampled =
    measure.quantile === undefined ? meanBounds(times) : quantileBounds(times, measure.quantile);
  const { columns, stepMs } = columnsOf(run, subject);
  const block = Math.ceil(blockMs(columns.length * stepMs) / stepMs);
  if (columns.length < blocksMin * block) return { value, ...sampled };
  const random = randomFor(
    1,
    'within',
    run.document.info.id,
    subject.phase ?? '',
    subject.metric,
    measure.name,
  );
  const spread = spreadOf(columns, block, measure, random);
  return {
    value,
    ...(sampled.low === undefined ? {} : { low: Math.min(sampled.low, value * spread.low) }),
    ...(sampled.high === undefined ? {} : { high: Math.max(sampled.high, value * spread.high) }),
    widened: true,
  };
}

const level = 0.05;
const rounds = 500;
/** The fewest blocks of time in a run with which the variation between blocks can be measured. */
const blocksMin = 4;

/**
 * The length of a block of time in milliseconds: 10 s, in longer runs up to 30 s. Neighbouring seconds
 * usually influence each other for a shorter time than that.
 */
const blockMs = (lengthMs: number): number => Math.min(30_000, Math.max(10_000, lengthMs / 15));

type Bounds = Pick<WithinRun, 'low' | 'high'>;

/**
 * Bounds of a quantile, from the ranks of the measured times. They are exact for independent requests. Each
 * bound is the edge of its histogram slot.
 */
function quantileBounds(times: Histogram, quantile: number): Bounds {
  const { low, high } = quantileRanks(times.count, quantile, level);
  return {
    ...(low === undefined ? {} : { low: lowestOf(slotAt(times, low)) }),
    ...(high === undefined ? {} : { high: highestOf(slotAt(times, high)) }),
  };
}

function slotAt(times: Histogram, rank: number): number {
  let [seen, found] = [0, 0];
  times.each((slot, count) => {
    if (seen < rank) found = slot;
    seen += count;
  });
  return found;
}

function meanBounds(times: Histogram): Bounds {
  const { count, meanNs, stdDevNs } = summarise(times);
  const half = (1.96 * stdDevNs) / Math.sqrt(Math.max(1, count));
  return { low: Math.max(0, meanNs - half), high: meanNs + half };
}

/** The timeline of a metric in columns of equal time. All steps of the metric share the columns. */
function columnsOf(
  run: MeasuredRun,
  subject: Subject,
): { readonly columns: Column[]; readonly stepMs: number } {
  const columns: Map<number, number>[] = [];
  let stepMs = 1000;
  for (const { timeline } of run.entries(subject)) {
    // A metric of an older release has no timeline. The column width of another entry is kept then.
    stepMs = timeline?.stepMs ?? stepMs;
    for (const [at, flat] of (timeline?.columns ?? []).entries()) {
      const column = columns[at] ?? new Map<number, number>();
      columns[at] = column;
      for (let pair = 0; pair < flat.length; pair += 2)
        column.set(flat[pair]!, (column.get(flat[pair]!) ?? 0) + flat[pair + 1]!);
    }
  }
  return { columns, stepMs };
}

/**
 * The factors by which repetitions of this run, simulated from its own columns, differ downwards and upwards.
 * The columns of the timeline are coarse, so only these factors are used, and not the values.
 */
function spreadOf(
  columns: readonly Column[],
  block: number,
  { quantile }: Measure,
  random: Random,
): { readonly low: number; readonly high: number } {
  const read = (counts: Counts): number =>
    quantile === undefined ? meanIn(counts) : quantileIn(counts, quantile);
  let own = 0;
  resample(columns, columns.length, 1, random, (counts) => {
    own = read(counts);
  });
  const drawn: number[] = [];
  resample(columns, block, rounds, random, (counts) => drawn.push(read(counts) / own));
  const sorted = Float64Array.from(drawn).sort();
  const cut = Math.floor((level / 2) * rounds);
  return { low: sorted[cut] ?? 1, high: sorted[rounds - 1 - cut] ?? 1 };
}

/**
 * A quantile of counts. Values are assumed to be spread evenly in their slot, so the position inside the slot
 * is better than its edge.
 */
function quantileIn({ slots, counts }: Counts, quantile: number): number {
  const rank = quantile * counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [at, count] of counts.entries()) {
    if (count > 0 && seen + count >= rank) {
      const { from, to } = edgesOf(slots[at]!);
      return from + ((to - from) * (rank - seen)) / count;
    }
    seen += count;
  }
  return 0;
}

function meanIn({ slots, counts }: Counts): number {
  let [sum, total] = [0, 0];
  for (const [at, count] of counts.entries()) {
    const { from, to } = edgesOf(slots[at]!);
    sum += ((from + to) / 2) * count;
    total += count;
  }
  return sum / total;
}
