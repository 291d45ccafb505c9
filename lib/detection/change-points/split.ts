import { varianceOfDistinct } from './rank-scores.ts';

/**
 * A position in a segment of scores at which its two parts differ most. The right part begins at `at`.
 * `strength` is the difference in standard deviations.
 */
export type Split = { readonly at: number; readonly strength: number };

/**
 * The best split of scores whose sum is 0. Each part has at least `least` values.
 *
 * E-divisive takes the split with the largest energy statistic q = 2·l·r/(l + r) · (mean of the left - mean
 * of the right)². Its exponent is 2, so only means count. Let s² be the variance of the scores. When all
 * orders are equally likely, the sum S of the r scores on the right has the variance s²·l·r/(l + r). Then
 * |S|/√Var S = √(q/2)/s, which is the same split, measured in standard deviations.
 *
 * When most values are equal, such as zeros, s² is small and the distribution of S is skewed. Then two or
 * three other values next to each other would be a change too often. So s² comes nearer to the variance of
 * distinct values as the scores are more skewed, at most half the way. In simulations from 20 values on, at
 * most 1.6 % of such series then had a change with the setting of 1 %. Distinct values have no skewness.
 *
 * @returns undefined when the segment is too short, or all values are equal.
 */
export function bestSplit(scores: Float64Array, least: number): Split | undefined {
  const n = scores.length;
  let [squares, cubes] = [0, 0];
  for (const score of scores) {
    squares += score ** 2;
    cubes += score ** 3;
  }
  if (n < 2 * least || squares === 0) return undefined;
  const own = squares / (n - 1);
  const skewness = cubes / n / (squares / n) ** 1.5;
  const variance = own + Math.min(0.5, skewness ** 2) * (varianceOfDistinct(n) - own);
  let best = { at: 0, squared: -1 };
  let sum = 0;
  for (let at = 1; at <= n - least; at += 1) {
    sum += scores[at - 1] as number;
    if (at < least) continue;
    const squared = (sum * sum * n) / (at * (n - at));
    if (squared > best.squared) best = { at, squared };
  }
  return { at: best.at, strength: Math.sqrt(best.squared / variance) };
}
