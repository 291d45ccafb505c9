import { rankSums } from './rank-sums.ts';

export type Interval = {
  readonly low: number;
  readonly high: number;
  /**
   * The probability with which the interval contains the true value. It is never below the requested
   * probability.
   */
  readonly confidence: number;
};

export type Shift = {
  /** The median of all differences between a value of the second sample and a value of the first. */
  readonly estimate: number;
  /** The interval. Absent when there are too few values. */
  readonly interval?: Interval;
};

/**
 * The distance of the second sample above the first (Hodges and Lehmann), with the exact interval of the rank
 * test. The interval contains every shift that the test does not reject at `level` (two-sided).
 */
export function shiftOf(first: readonly number[], second: readonly number[], level: number): Shift {
  const differences = second
    .flatMap((high) => first.map((low) => high - low))
    .sort((one, other) => one - other);
  const estimate = medianOf(differences);
  const outside = outsideOf(first.length, second.length, level);
  const low = differences[outside];
  const high = differences[differences.length - 1 - outside];
  if (outside < 0 || low === undefined || high === undefined) return { estimate };
  const confidence = 1 - 2 * cumulative(first.length, second.length)[outside]!;
  return { estimate, interval: { low, high, confidence } };
}

/**
 * The number of pairwise differences to leave out on each side of the interval. -1: the samples are too small
 * for an interval at this level. Equal values only make the interval wider than necessary.
 */
export function outsideOf(first: number, second: number, level: number): number {
  const below = cumulative(first, second);
  let outside = -1;
  while (2 * (below[outside + 1] ?? 1) <= level) outside += 1;
  return outside;
}

/**
 * The smallest level, at most 1, at which the whole interval of the shift is above a limit. It is the p value
 * of the hypothesis that the shift is at most the limit.
 */
export function levelAbove(first: readonly number[], second: readonly number[], limit: number): number {
  let below = 0;
  for (const high of second) for (const low of first) if (high - low <= limit) below += 1;
  return Math.min(1, 2 * (cumulative(first.length, second.length)[below] ?? 1));
}

/**
 * For each n = 0, 1, 2, ...: the probability that at most n pairs have the larger value in the first sample.
 * It assumes equal distributions and no equal values.
 */
function cumulative(first: number, second: number): readonly number[] {
  const key = `${Math.min(first, second)} ${Math.max(first, second)}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const size = Math.min(first, second);
  const ranks = Array.from({ length: first + second }, (_, at) => at);
  const least = (size * (size - 1)) / 2;
  const sums = rankSums(ranks, size);
  const table = Array.from({ length: Math.ceil((first * second) / 2) }, (_, pairs) =>
    sums.atMost(least + pairs),
  );
  tables.set(key, table);
  return table;
}

/**
 * Cached tables of probabilities, by the numbers of runs in the two groups. Every metric of a comparison
 * needs the same table.
 */
const tables = new Map<string, readonly number[]>();

/** The median of sorted values. */
export function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
