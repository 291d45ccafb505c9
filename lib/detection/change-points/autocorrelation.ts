import { scoresOf } from './rank-scores.ts';

/**
 * How much more the sums of neighbouring values scatter in this series than the sums of independent values. 1
 * when the values are independent.
 *
 * A run after a slow run is often slow as well: the machine is the same, a cache is warm. Let φ be the
 * correlation from one value to the next, and let it fall as φ², φ³. Sums of many values then have the
 * variance of independent values times (1 + φ)/(1 - φ). Differences give φ: E(x₍ᵢ₊₂₎ - xᵢ)² / E(x₍ᵢ₊₁₎ - xᵢ)²
 * = (1 - φ²)/(1 - φ) = 1 + φ. They are differences of scores, so that an outlier is one value of many.
 * Differences across a step in the level are left out. An estimate below its own scatter, about 1/√n, counts
 * as no correlation.
 *
 * Values of variance V differ from their neighbours by E(x₍ᵢ₊₁₎ - xᵢ)² = 2V(1 - φ). In a series with several
 * levels, this V is a small share of the whole variance. Then only this share widens the sums.
 *
 * @param steps the indexes at which the level seems to change, in order.
 * @returns a factor of the standard deviation.
 */
export function scatterOf(values: Float64Array, steps: readonly number[]): number {
  const n = values.length;
  const scores = scoresOf(values);
  let [near, far, pairs] = [0, 0, 0];
  let next = 0;
  for (let index = 2; index < n; index += 1) {
    while (next < steps.length && (steps[next] as number) <= index - 2) next += 1;
    if ((steps[next] ?? n) <= index) continue;
    near += ((scores[index] as number) - (scores[index - 1] as number)) ** 2;
    far += ((scores[index] as number) - (scores[index - 2] as number)) ** 2;
    pairs += 1;
  }
  if (pairs < fewest || near === 0) return 1;
  const correlation = Math.min(strongest, far / near - 1 - 1 / Math.sqrt(n));
  if (correlation <= 0) return 1;
  const factor = (1 + correlation) / (1 - correlation);
  if (correlation === strongest) return Math.sqrt(factor);
  const noise =
    near / pairs / (2 * (1 - correlation)) / (scores.reduce((sum, score) => sum + score ** 2, 0) / n);
  return Math.sqrt(noise < leastNoise ? Math.max(1, factor * noise) : factor);
}

/** The fewest pairs of values from which a correlation of neighbouring values is estimated. */
const fewest = 10;

/**
 * The strongest correlation of neighbouring values that is considered. Values with a stronger correlation are
 * a drift, in which every part differs from every other part.
 */
const strongest = 0.8;

/**
 * The smallest share of the variance that neighbouring values explain in a series with one level. Below it,
 * the series has several levels.
 */
const leastNoise = 0.25;
