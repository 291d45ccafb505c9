import { type Finding, formatNumber, formatPercent } from './change.ts';
import { levelOf, meanOf } from './level.ts';

export type RelativeDifference = {
  /** What the values of the window are made into. */
  readonly filter: 'mean' | 'min' | 'max';
  /** The last values, which are compared with those before them; at least 1. */
  readonly window: number;
  /** The part of 1 that may lie between them. */
  readonly threshold: number;
  /** So many values must precede the window, and never fewer than it has. */
  readonly minPrevious: number;
};

/**
 * Compares the last values with the mean of all others, as the original does: after each value, with those
 * since the last change. Its change is the first value of the window that lies beyond that mean, or the last
 * value.
 *
 * @param values since the last change, the oldest first.
 */
export function relativeDifference(values: Float64Array, config: RelativeDifference): Finding | undefined {
  const window = Math.max(1, config.window);
  const n = values.length;
  if (n < Math.max(window, config.minPrevious) + window) return undefined;
  const previous = levelOf(values.subarray(0, n - window));
  const recent = values.subarray(n - window);
  const found = filtered(recent, config.filter);
  const ratio = found / previous.mean;
  if (!(ratio < 1 - config.threshold || ratio > 1 + config.threshold)) return undefined;
  const beyond = recent.findIndex((value) => (ratio < 1 ? value < previous.mean : value > previous.mean));
  const { count, mean, deviation } = previous;
  const last = window === 1 ? 'the last value' : `the ${config.filter} of the last ${window} values`;
  return {
    at: beyond < 0 ? n - 1 : n - window + beyond,
    before: { count, mean, deviation },
    after: levelOf(recent),
    explanation:
      `${last} is ${formatNumber(found)}, ${formatPercent(ratio - 1)} beside ${formatNumber(mean)}, ` +
      `the mean of the ${count} before (standard deviation ${formatNumber(deviation)}); ` +
      `${formatPercent(config.threshold)} is allowed`,
  };
}

function filtered(values: Float64Array, filter: RelativeDifference['filter']): number {
  if (filter === 'mean') return meanOf(values);
  return filter === 'min' ? Math.min(...values) : Math.max(...values);
}
