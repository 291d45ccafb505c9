/** A percentile by the nearest rank: always one of the values of the sorted list. */
export const quantile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;

export const ascending = (values: readonly number[]): number[] =>
  [...values].sort((one, other) => one - other);

/**
 * The Kolmogorov-Smirnov distance between the gaps of instants and the exponential distribution with the same
 * mean. With n gaps, a distance above 1.95 / sqrt(n) has a probability of about 0.1 %.
 */
export function distanceToExponential(instants: readonly number[], perNs: number): number {
  const gaps = ascending(instants.slice(1).map((ns, at) => (ns - (instants[at] ?? 0)) * perNs));
  return gaps.reduce((worst, gap, at) => {
    const expected = 1 - Math.exp(-gap);
    return Math.max(worst, (at + 1) / gaps.length - expected, expected - at / gaps.length);
  }, 0);
}
