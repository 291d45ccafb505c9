import type { Histogram } from './histogram.ts';
import { highestOf, lowestOf, middleOf } from './layout.ts';
import { type Percentiles, percentilesOf } from './percentiles.ts';

/**
 * A summary of a histogram. Times are in nanoseconds, and all are 0 for an empty histogram.
 *
 * Only the counts decide, so histograms may be merged in any order. The minimum and the percentiles are an
 * edge of a slot that is at most 1/128 wide. The maximum is the highest value of the last slot with values.
 */
export type Summary = {
  readonly count: number;
  readonly minNs: number;
  readonly meanNs: number;
  /** The standard deviation of all values (of the population, not of a sample). */
  readonly stdDevNs: number;
  readonly maxNs: number;
  readonly percentiles: Percentiles;
};

export function summarise(histogram: Histogram): Summary {
  let minNs: number | undefined;
  let maxNs = 0;
  let sum = 0;
  histogram.each((slot, count) => {
    minNs ??= lowestOf(slot);
    maxNs = highestOf(slot);
    sum += middleOf(slot) * count;
  });
  // A single value is shown as one number, the upper end of its slot, and not as both ends.
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
