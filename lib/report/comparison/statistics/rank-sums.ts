/**
 * The distribution of the rank sum of some values, when every choice of them is equally likely. The exact
 * rank test needs nothing else. The sums are counted, not approximated. Above 2^53 choices, the counts lose
 * digits that do not show in any probability.
 */
export type RankSums = {
  /** The probability of this sum or less. */
  readonly atMost: (sum: number) => number;
  /** The probability of this sum or more. */
  readonly atLeast: (sum: number) => number;
};

/**
 * The distribution of the sum of `size` of these ranks.
 * @param ranks whole numbers, at least 0.
 * @param size the number of chosen ranks.
 */
export function rankSums(ranks: readonly number[], size: number): RankSums {
  const sorted = ranks.toSorted((one, other) => one - other);
  const key = `${size} of ${sorted}`;
  if (last?.key !== key) last = { key, sums: countedSums(sorted, size) };
  return last.sums;
}

/**
 * Samples of the same sizes have the same ranks, unless values are equal. So the last result is kept and used
 * again.
 */
let last: { readonly key: string; readonly sums: RankSums } | undefined;

function countedSums(ranks: readonly number[], size: number): RankSums {
  const counts = chosen(ranks, size);
  const [below, above] = [counts.slice(), counts.slice()];
  for (let sum = 1; sum < counts.length; sum += 1) below[sum]! += below[sum - 1]!;
  for (let sum = counts.length - 2; sum >= 0; sum -= 1) above[sum]! += above[sum + 1]!;
  const total = above[0]!;
  return {
    atMost: (sum) => (sum < 0 ? 0 : (below[sum] ?? total) / total),
    atLeast: (sum) => (above[Math.max(0, sum)] ?? 0) / total,
  };
}

/**
 * The number of ways to choose `size` of the ranks, by their sum. Each rank in turn is added to the earlier
 * choices.
 */
function chosen(ranks: readonly number[], size: number): Float64Array {
  const most = ranks.reduce((sum, rank) => sum + rank, 0);
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(most + 1));
  ways[0]![0] = 1;
  let reached = 0;
  for (const rank of ranks) {
    for (let of = size; of > 0; of -= 1) {
      const [fewer, into] = [ways[of - 1]!, ways[of]!];
      for (let sum = reached; sum >= 0; sum -= 1) if (fewer[sum]! > 0) into[sum + rank]! += fewer[sum]!;
    }
    reached += rank;
  }
  return ways[size]!;
}

/** Twice the rank of each value, so that the mean rank of equal values is a whole number. */
export function doubledRanks(values: readonly number[]): number[] {
  return values.map((value) => {
    let rank = 1;
    for (const other of values) rank += other < value ? 2 : other === value ? 1 : 0;
    return rank;
  });
}
