import { rankSums } from './rank-sums.ts';

export type Interval = {
  readonly low: number;
  readonly high: number;
  /** The probability with which such intervals hold the true value, never below what was asked for. */
  readonly confidence: number;
};

export type Shift = {
  /** Median of all differences between a value of the second sample and one of the first. */
  readonly estimate: number;
  /** Absent when so few values allow none. */
  readonly interval?: Interval;
};

/**
 * How far the second sample lies above the first (Hodges and Lehmann), with the exact interval that belongs
 * to the rank test: it holds every shift that the test would not refuse at `level` (two-sided).
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
 * Differences that lie outside of the interval on each side; -1 when the samples are too small for one at
 * this level. Equal values only make the interval wider than it need be.
 */
export function outsideOf(first: number, second: number, level: number): number {
  const below = cumulative(first, second);
  let outside = -1;
  while (2 * (below[outside + 1] ?? 1) <= level) outside += 1;
  return outside;
}

/**
 * The smallest level at which the interval lies wholly above a limit, at most 1: a p value for shifts up to
 * the limit.
 */
export function levelAbove(first: readonly number[], second: readonly number[], limit: number): number {
  let below = 0;
  for (const high of second) for (const low of first) if (high - low <= limit) below += 1;
  return Math.min(1, 2 * (cumulative(first.length, second.length)[below] ?? 1));
}

/** Probabilities that at most 0, 1, 2, ... of all pairs stand in the unlikely order, without equal values. */
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

/** They depend on two sizes only, and every metric of a comparison asks for the same. */
const tables = new Map<string, readonly number[]>();

/** Of values in order. */
export function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
