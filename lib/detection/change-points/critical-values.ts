/**
 * The table of the strongest split that a stable series has by chance. Only the order of its values counts
 * (rank-scores.ts), and all orders of independent values are equally likely. So one table holds for every
 * distribution. It is a permutation test whose permutations were drawn once. They cover the whole search, and
 * not only the best split. `node bench/detection/critical-values.ts` prints the table.
 */
const chances = [0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001] as const;

/**
 * The strengths of the best split, for each length of a series. The shares of stable series in `chances`
 * exceed these strengths.
 */
const strengths: readonly (readonly [n: number, of: readonly number[]])[] = [
  [10, [1.948, 2.065, 2.2, 2.298, 2.298, 2.304, 2.304, 2.304]],
  [12, [2.052, 2.139, 2.268, 2.441, 2.497, 2.517, 2.517, 2.521]],
  [14, [2.139, 2.321, 2.441, 2.591, 2.592, 2.668, 2.703, 2.717]],
  [17, [2.219, 2.412, 2.503, 2.641, 2.785, 2.797, 2.899, 2.943]],
  [20, [2.378, 2.517, 2.673, 2.813, 2.934, 2.967, 3.068, 3.084]],
  [25, [2.441, 2.582, 2.762, 2.909, 3.024, 3.178, 3.233, 3.31]],
  [30, [2.544, 2.748, 2.887, 3.061, 3.178, 3.275, 3.367, 3.445]],
  [40, [2.703, 2.888, 3.049, 3.236, 3.374, 3.515, 3.664, 3.734]],
  [50, [2.77, 2.933, 3.106, 3.3, 3.444, 3.565, 3.741, 3.808]],
  [100, [3.07, 3.27, 3.45, 3.643, 3.795, 3.934, 4.133, 4.281]],
  [200, [3.345, 3.557, 3.728, 3.934, 4.078, 4.203, 4.421, 4.567]],
  [500, [3.711, 3.883, 4.057, 4.306, 4.398, 4.602, 4.774, 4.984]],
];

/**
 * The fewest values of a series in which a change can be found. All patterns in a shorter series also happen
 * by chance.
 */
export const fewestValues = 10;

/** The smallest p value that the table can report. */
const leastChance = 0.0001;

/**
 * The error of the table, which has three digits. A strength equal to an entry must not count as stronger.
 */
const rounding = 0.001;

/**
 * The p value of a split: the share of stable series of n values, at least 10, that have a stronger split. 1
 * means a fifth or more.
 */
export function chanceOf(strength: number, n: number): number {
  const row = rowOf(n);
  let column = 0;
  while (column < row.length && strength - rounding > (row[column] as number)) column += 1;
  if (column === 0) return 1;
  // The logarithm of the chance is interpolated linearly over the strength. Beyond the last column the line
  // continues.
  const right = Math.min(column, row.length - 1);
  const [from, to] = [row[right - 1] as number, row[right] as number];
  const [most, least] = [chances[right - 1] as number, chances[right] as number];
  if (to - from < 1e-9) return Math.max(leastChance, column === row.length ? least : most);
  const part = (strength - rounding - from) / (to - from);
  return Math.max(leastChance, most * (least / most) ** part);
}

/**
 * The row of the table for n values. Strengths rise with the logarithm of n: from 100 values on, by the same
 * amount for each doubling.
 */
function rowOf(n: number): readonly number[] {
  const next = strengths.findIndex(([size]) => size >= n);
  const [large, small] =
    next === 0 ? [1, 0] : next < 0 ? [strengths.length - 1, strengths.length - 3] : [next, next - 1];
  const [from, low] = strengths[small] as (typeof strengths)[number];
  const [to, high] = strengths[large] as (typeof strengths)[number];
  const part = Math.log(Math.max(n, fewestValues) / from) / Math.log(to / from);
  return low.map((strength, column) => strength + part * ((high[column] as number) - strength));
}
