import type { Histogram } from '../../driver/statistics/histograms/histogram.ts';
import { middleOf } from '../../driver/statistics/histograms/layout.ts';
import { summarise } from '../../driver/statistics/histograms/summary-statistics.ts';

/** A line of wrk's table of statistics for threads. */
export type Spread = {
  readonly mean: number;
  readonly stdDev: number;
  readonly max: number;
  /** The share (0 to 1) of values within one standard deviation of the mean, both ends included. */
  readonly within: number;
};

/**
 * The mean and the deviation of response times in nanoseconds. Each value counts as the middle of its
 * histogram slot. The standard deviation is that of the population (divided by n), as in HdrHistogram.
 */
export function spreadOfTimes(histogram: Histogram): Spread {
  const { meanNs: mean, stdDevNs: stdDev, maxNs: max, count } = summarise(histogram);
  let within = 0;
  histogram.each((slot, values) => {
    if (Math.abs(middleOf(slot) - mean) <= stdDev) within += values;
  });
  return { mean, stdDev, max, within: count === 0 ? 0 : within / count };
}

/**
 * The mean and the deviation of samples. The standard deviation is that of a sample (divided by n - 1), as in
 * wrk. It is 0 for less than two values.
 */
export function spreadOfSamples(samples: readonly number[]): Spread {
  const { length } = samples;
  if (length === 0) return { mean: 0, stdDev: 0, max: 0, within: 0 };
  const mean = samples.reduce((sum, value) => sum + value, 0) / length;
  const squares = samples.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const stdDev = length < 2 ? 0 : Math.sqrt(squares / (length - 1));
  const within = samples.filter((value) => Math.abs(value - mean) <= stdDev).length;
  return { mean, stdDev, max: Math.max(...samples), within: within / length };
}
