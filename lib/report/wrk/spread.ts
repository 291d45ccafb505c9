import type { Histogram } from '../../driver/statistics/histograms/histogram.ts';
import { middleOf } from '../../driver/statistics/histograms/layout.ts';
import { summarise } from '../../driver/statistics/histograms/percentiles.ts';

/** One line of the table of threads. */
export type Spread = {
  readonly mean: number;
  readonly stdDev: number;
  readonly max: number;
  /**
   * Part of the values that lies at most one standard deviation from the mean, both ends included. 0 to 1.
   */
  readonly within: number;
};

/**
 * Mean and deviation take every value for the middle of its slot, and so does the share around them: values
 * of one slot are all within or all without. The deviation is that of the population, as HdrHistogram has it.
 * Nanoseconds.
 */
export function spreadOfTimes(histogram: Histogram): Spread {
  const { meanNs: mean, stdDevNs: stdDev, maxNs: max, count } = summarise(histogram);
  let within = 0;
  histogram.each((slot, values) => {
    if (Math.abs(middleOf(slot) - mean) <= stdDev) within += values;
  });
  return { mean, stdDev, max, within: count === 0 ? 0 : within / count };
}

/** The deviation is that of a sample (n - 1), as wrk has it; 0 for less than two values. */
export function spreadOfSamples(samples: readonly number[]): Spread {
  const { length } = samples;
  if (length === 0) return { mean: 0, stdDev: 0, max: 0, within: 0 };
  const mean = samples.reduce((sum, value) => sum + value, 0) / length;
  const squares = samples.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const stdDev = length < 2 ? 0 : Math.sqrt(squares / (length - 1));
  const within = samples.filter((value) => Math.abs(value - mean) <= stdDev).length;
  return { mean, stdDev, max: Math.max(...samples), within: within / length };
}
