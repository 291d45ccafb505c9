import type { Histogram } from './histograms/histogram.ts';
import { lowestOf } from './histograms/layout.ts';
import type { MetricStatistics } from './statistics.ts';
import { secondsOf } from './statistics.ts';

/**
 * How response times change over time, small enough for a document. There is one column for each interval of
 * `stepMs`, from T0 on. Its slots are eight times as wide as those of the histogram: 16 in an octave (from a
 * number to its double). Totals keep their full resolution. A percentile of a timeline has an error of about
 * 3 %.
 */
export type Timeline = {
  /** The width of a column in milliseconds. */
  readonly stepMs: number;
  /**
   * The columns. Each is a list of slot, count, slot, count and so on, with rising slots. Empty when the
   * column has no values.
   */
  readonly columns: readonly (readonly number[])[];
};

/** The most columns of the longest phase. A screen shows no more. */
export const columnsMax = 120;

const slotWidth = 8;

/**
 * The smallest of the usual column widths with which the longest phase has at most `columnsMax` columns.
 * `bucketS` seconds are counted together, so every width is a multiple of them.
 */
export function stepFor(longestMs: number, bucketS = 1): number {
  const needed = longestMs / 1000 / columnsMax;
  const fits = steps.find((step) => step >= needed && step % bucketS === 0);
  const longest = Math.max(3600, bucketS);
  const seconds = fits ?? Math.ceil(needed / longest) * longest;
  return seconds * 1000;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

export function timelineOf(metric: MetricStatistics, stepMs: number): Timeline {
  const columns: Map<number, number>[] = [];
  for (const [second, { responseTimes }] of secondsOf(metric)) {
    const at = Math.floor((second * 1000) / stepMs);
    while (columns.length <= at) columns.push(new Map());
    addTo(columns[at]!, responseTimes);
  }
  return {
    stepMs,
    columns: columns.map((counts) => [...counts].sort(([one], [other]) => one - other).flat()),
  };
}

function addTo(counts: Map<number, number>, histogram: Histogram): void {
  histogram.each((slot, count) => {
    const wide = Math.floor(slot / slotWidth);
    counts.set(wide, (counts.get(wide) ?? 0) + count);
  });
}

/** The edges of a slot of a timeline in nanoseconds: from `from` up to, and not including, `to`. */
export function edgesOf(slot: number): { readonly from: number; readonly to: number } {
  return { from: lowestOf(slot * slotWidth), to: lowestOf((slot + 1) * slotWidth) };
}
