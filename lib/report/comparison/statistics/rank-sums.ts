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
  const counts = chosen(ranks, size);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const sumOf = (part: Float64Array): number => part.reduce((sum, count) => sum + count, 0) / total;
  return {
    atMost: (sum) => sumOf(counts.subarray(0, Math.max(0, sum + 1))),
    atLeast: (sum) => sumOf(counts.subarray(Math.max(0, sum))),
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
  for (const rank of ranks) {
    for (let of = size; of > 0; of -= 1) {
      const [fewer, into] = [ways[of - 1]!, ways[of]!];
      for (let sum = most - rank; sum >= 0; sum -= 1) if (fewer[sum]! > 0) into[sum + rank]! += fewer[sum]!;
    }
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
