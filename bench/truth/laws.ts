/** Nearest rank of a sorted list: a value that was there. */
export const quantile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;

export const ascending = (values: readonly number[]): number[] =>
  [...values].sort((one, other) => one - other);

/**
 * Kolmogorov-Smirnov distance of gaps to the exponential law of their own rate; 1.95 / sqrt(n) is its
 * critical value.
 */
export function distanceToExponential(instants: readonly number[], perNs: number): number {
  const gaps = ascending(instants.slice(1).map((ns, at) => (ns - (instants[at] ?? 0)) * perNs));
  return gaps.reduce((worst, gap, at) => {
    const expected = 1 - Math.exp(-gap);
    return Math.max(worst, (at + 1) / gaps.length - expected, expected - at / gaps.length);
  }, 0);
}
