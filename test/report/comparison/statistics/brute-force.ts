/** All ways to choose `size` of the values, so that a test can count cases without a formula. */
export function subsets<T>(values: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return values.flatMap((value, at) =>
    subsets(values.slice(at + 1), size - 1).map((rest) => [value, ...rest]),
  );
}

/** The number of pairs in which the second value is larger. A pair of equal values counts half. */
export function pairsAbove(first: readonly number[], second: readonly number[]): number {
  let pairs = 0;
  for (const high of second) for (const low of first) pairs += high > low ? 1 : high === low ? 0.5 : 0;
  return pairs;
}
