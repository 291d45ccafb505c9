import type { Histogram } from '../../driver/statistics/histograms/histogram.ts';
import { middleOf } from '../../driver/statistics/histograms/layout.ts';
import { summarise } from '../../driver/statistics/histograms/percentiles.ts';

/** A line of the table of threads. */
export type Spread = {
  readonly mean: number;
  readonly stdDev: number;
  readonly max: number;
  /** Part of the values within one standard deviation of the mean, both ends included. 0 to 1. */
  readonly within: number;
};

/**
 * Each value counts as the middle of its slot for mean, deviation and `within`, so the values of one slot are
 * all within or all outside. It is the deviation of the population, as in HdrHistogram. Nanoseconds.
 */
export function spreadOfTimes(histogram: Histogram): Spread {
  const { meanNs: mean, stdDevNs: stdDev, maxNs: max, count } = summarise(histogram);
  let within = 0;
  histogram.each((slot, values) => {
    if (Math.abs(middleOf(slot) - mean) <= stdDev) within += values;
  });
  return { mean, stdDev, max, within: count === 0 ? 0 : within / count };
}

/** It is the deviation of a sample (n - 1), as in wrk; 0 for less than two values. */
export function spreadOfSamples(samples: readonly number[]): Spread {
  const { length } = samples;
  if (length === 0) return { mean: 0, stdDev: 0, max: 0, within: 0 };
  const mean = samples.reduce((sum, value) => sum + value, 0) / length;
  const squares = samples.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const stdDev = length < 2 ? 0 : Math.sqrt(squares / (length - 1));
  const within = samples.filter((value) => Math.abs(value - mean) <= stdDev).length;
  return { mean, stdDev, max: Math.max(...samples), within: within / length };
}
