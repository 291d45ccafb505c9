import type { Finding } from './change.ts';
import { explainDifference } from './explanations.ts';
import { levelOf, meanOf } from './level.ts';

export type RelativeDifference = {
  /** The function that computes one value from the values in the window, the last values of the series. */
  readonly filter: 'mean' | 'median' | 'min' | 'max';
  /** The number of last values that are compared with earlier values, at least 1. */
  readonly window: number;
  /** The allowed relative difference, at least 0, such as 0.2 for 20 %. */
  readonly threshold: number;
  /**
   * The fewest values before the window (the last values). Downpour always requires at least as many values
   * as the window has.
   */
  readonly minPrevious: number;
  /**
   * The fewest standard errors by which the window (the last values) must also differ from the mean of the
   * other values. The standard error follows from their standard deviation. Absent: only the threshold
   * decides.
   */
  readonly deviations?: number;
};

/**
 * Compares the last `window` values with the mean of all earlier values, as the original server does. It runs
 * after each value, with the values since the last change. When the values have changed, the change is the
 * first value of the window above that mean (or below it, for a fall), or else the last value. With the
 * filter `median` it is the first value that is nearer to the median than to that mean.
 *
 * @param values since the last change, the oldest first.
 */
export function relativeDifference(values: Float64Array, config: RelativeDifference): Finding | undefined {
  const { window } = config;
  const n = values.length;
  if (n < Math.max(window, config.minPrevious) + window) return undefined;
  const earlier = values.subarray(0, n - window);
  const recent = values.subarray(n - window);
  const found = filtered(recent, config.filter);
  const ratio = found / meanOf(earlier);
  if (!(ratio < 1 - config.threshold || ratio > 1 + config.threshold)) return undefined;
  // The mean is tested first: the median of thousands of values costs fifty times as much, and most values
  // are no change.
  const previous = levelOf(earlier);
  const { count, mean, deviation } = previous;
  const error = deviation * Math.sqrt(1 / window + 1 / count);
  if (Math.abs(found - mean) < (config.deviations ?? 0) * error) return undefined;
  const edge = config.filter === 'median' ? mean + (found - mean) / 2 : mean;
  const beyond = recent.findIndex((value) => (found < mean ? value < edge : value > edge));
  const { median: _, ...after } = levelOf(recent);
  return {
    at: beyond < 0 ? n - 1 : n - window + beyond,
    before: { count, mean, deviation },
    after: { ...after, [config.filter]: found },
    explanation: explainDifference(config, previous, found),
  };
}

function filtered(values: Float64Array, filter: RelativeDifference['filter']): number {
  if (filter === 'mean') return meanOf(values);
  if (filter === 'median') return levelOf(values).median;
  return filter === 'min' ? Math.min(...values) : Math.max(...values);
}
