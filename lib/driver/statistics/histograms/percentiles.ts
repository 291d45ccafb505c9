import type { Histogram } from './histogram.ts';
import { highestOf } from './layout.ts';

/**
 * Times in nanoseconds by percentile, from 50.0 to 99.99. At the percentile 99.0, 99 % of all values are at
 * most this long.
 */
export type Percentiles = Readonly<Record<PercentileName, number>>;

export type PercentileName = (typeof percentileNames)[number];

/** The percentiles of every report, in the order in which they are written. */
export const percentileNames = ['50.0', '90.0', '99.0', '99.9', '99.99'] as const;

export function percentilesOf(histogram: Histogram): Percentiles {
  const entries = percentileNames.map((name) => [name, valueAtPercentile(histogram, Number(name))] as const);
  return Object.fromEntries(entries) as Percentiles;
}

/**
 * The highest value of the slot at which the given share (0 to 100) of all values is reached, in nanoseconds.
 * 0 for an empty histogram.
 */
export function valueAtPercentile(histogram: Histogram, percentile: number): number {
  // In floating-point numbers, 99.9 / 100 x 1000 is slightly above 999. It must not be rounded up to the
  // 1,000th value.
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
