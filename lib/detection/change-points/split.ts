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
 * @returns undefined when the segment is too short, or all values are equal.
 */
export function bestSplit(scores: Float64Array, least: number): Split | undefined {
  const n = scores.length;
  let squares = 0;
  for (const score of scores) squares += score * score;
  if (n < 2 * least || squares === 0) return undefined;
  const variance = squares / (n - 1);
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
