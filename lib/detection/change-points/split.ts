/** Where a stretch of scores falls apart most clearly: its right part begins at `at`. */
export type Split = { readonly at: number; readonly strength: number };

/**
 * The best split of scores whose sum is 0, both parts at least `least` long.
 *
 * E-divisive takes the split with the largest energy statistic q = 2·l·r/(l + r) · (mean of the left - mean of the right)²,
 * with exponent 2, under which means alone count. All orders being equally likely, the sum S of the r scores on the right has
 * variance s²·l·r/(l + r), s² being that of the scores; so |S|/√Var S = √(q/2)/s: the same split, in standard deviations.
 *
 * @returns undefined where the stretch is too short, or all values are equal.
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
