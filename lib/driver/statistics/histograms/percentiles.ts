import type { Histogram } from './histogram.ts';
import { highestOf, lowestOf, middleOf } from './layout.ts';

/**
 * A histogram in a few numbers. Times are in nanoseconds, and all are 0 for an empty histogram.
 *
 * Only the counts decide, so histograms may be merged in any order. The minimum and the percentiles are the
 * edge of a slot that is at most 1/128 wide. The maximum is the highest value of the largest value's slot.
 */
export type Summary = {
  readonly count: number;
  readonly minNs: number;
  readonly meanNs: number;
  /** The standard deviation of the population. */
  readonly stdDevNs: number;
  readonly maxNs: number;
  readonly percentiles: Percentiles;
};

/** Times in nanoseconds by percentile, from 50.0 to 99.99. This share of all values is at most this long. */
export type Percentiles = Readonly<Record<PercentileName, number>>;
export type PercentileName = (typeof percentileNames)[number];

/** The percentiles of every report, in the order in which they are written. */
export const percentileNames = ['50.0', '90.0', '99.0', '99.9', '99.99'] as const;

export function summarise(histogram: Histogram): Summary {
  let minNs: number | undefined;
  let maxNs = 0;
  let sum = 0;
  histogram.each((slot, count) => {
    minNs ??= lowestOf(slot);
    maxNs = highestOf(slot);
    sum += middleOf(slot) * count;
  });
  // A single value has one number, and not both ends of its slot. Its percentiles are the upper end.
  if (histogram.count === 1) [minNs, sum] = [maxNs, maxNs];
  const meanNs = histogram.count === 0 ? 0 : sum / histogram.count;
  const stdDevNs = histogram.count === 1 ? 0 : deviationFrom(meanNs, histogram);
  return {
    count: histogram.count,
    minNs: minNs ?? 0,
    meanNs,
    stdDevNs,
    maxNs,
    percentiles: percentilesOf(histogram),
  };
}

export function percentilesOf(histogram: Histogram): Percentiles {
  const entries = percentileNames.map((name) => [name, valueAtPercentile(histogram, Number(name))] as const);
  return Object.fromEntries(entries) as Percentiles;
}

/**
 * The highest value of the slot at which the given share (0 to 100) of all values is reached, in nanoseconds.
 * 0 for an empty histogram.
 */
export function valueAtPercentile(histogram: Histogram, percentile: number): number {
  // 99.9 / 100 x 1000 is slightly above 999 in doubles, and must not become the 1,000th value.
  const exact = (Math.min(percentile, 100) / 100) * histogram.count;
  const rank = Math.max(1, Math.ceil(exact * (1 - Number.EPSILON)));
  let seen = 0;
  let found: number | undefined;
  histogram.each((slot, count) => {
    seen += count;
    if (seen >= rank) found ??= highestOf(slot);
  });
  return found ?? 0;
}

/**
 * The standard deviation, computed from differences to the mean. A sum of squares alone would lose precision
 * for large values that are close together.
 */
function deviationFrom(meanNs: number, histogram: Histogram): number {
  if (histogram.count === 0) return 0;
  let squares = 0;
  histogram.each((slot, count) => {
    squares += (middleOf(slot) - meanNs) ** 2 * count;
  });
  return Math.sqrt(squares / histogram.count);
}
