/** The sentences that explain a change to users: what was compared, and by how much it differs. */
import { numbered } from '../words.ts';
import type { ChangePoint } from './change-points/change-points.ts';
import type { Level } from './level.ts';

export function explainChangePoint({ before, after, chance }: ChangePoint): string {
  const odds = chance <= 0.0001 ? 'less than 1 in 10,000' : `${Number((100 * chance).toPrecision(2))} in 100`;
  return (
    `the median of ${numbered(after.count, 'value')} from this value on is ${formatNumber(after.median)}, ${formatPercent(shareOf(before.median, after.median))} compared with ` +
    `${formatNumber(before.median)}, the median of the ${before.count} values before; ${odds} stable series show such a change by chance`
  );
}

/**
 * Explains a change that a comparison with earlier values found.
 * @param model the filter that made `found` of the values in the window, and the allowed difference.
 * @param before the level of the earlier values.
 */
export function explainDifference(
  { filter, window, threshold }: Readonly<{ filter: string; window: number; threshold: number }>,
  { count, mean, deviation }: Level,
  found: number,
): string {
  const last = window === 1 ? 'the last value' : `the ${filter} of the last ${window} values`;
  return (
    `${last} is ${formatNumber(found)}, ${formatPercent(shareOf(mean, found))} compared with ${formatNumber(mean)}, ` +
    `the mean of the ${numbered(count, 'value')} before (standard deviation ${formatNumber(deviation)}); ` +
    `${formatPercent(threshold)} is allowed`
  );
}

/**
 * Explains a change at a value beyond a fixed bound.
 * @param where the place of the value, such as `above the upper`.
 */
export const explainBound = (
  value: number,
  where: string,
  { value: bound, inclusive }: Readonly<{ value: number; inclusive: boolean }>,
): string =>
  `${formatNumber(value)} is ${where} bound ${formatNumber(bound)}${inclusive ? '' : ', which is not allowed either'}`;

/** Writes a number with six significant digits. */
const formatNumber = (value: number): string => String(Number(value.toPrecision(6)));

/** A difference as a share of the size of the first value, so that a fall is negative below 0 too. */
const shareOf = (before: number, after: number): number => (after - before) / Math.abs(before);

/** A share in percent with its sign, such as `+12.5 %`. */
function formatPercent(part: number): string {
  const percent = Number((100 * part).toPrecision(3));
  return Number.isFinite(percent) ? `${percent > 0 ? '+' : ''}${percent} %` : 'from zero';
}
