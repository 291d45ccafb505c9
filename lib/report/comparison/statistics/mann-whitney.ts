import { doubledRanks, rankSums } from './rank-sums.ts';

export type RankTest = {
  /**
   * The probability of ranks this high or higher in the second sample, if both samples come from the same
   * distribution.
   */
  readonly higher: number;
  readonly lower: number;
  /** The two-sided probability: twice the smaller of both, at most 1. */
  readonly p: number;
};

/**
 * The exact rank test of Mann, Whitney and Wilcoxon. Equal values have their mean rank. The test counts all
 * ways to divide the values into two samples of these sizes. `higher` is the share of ways in which the
 * second sample has at least the observed sum of ranks, and `lower` the share with at most this sum.
 */
export function rankTest(first: readonly number[], second: readonly number[]): RankTest {
  const ranks = doubledRanks([...first, ...second]);
  const sum = ranks.slice(first.length).reduce((total, rank) => total + rank, 0);
  const sums = rankSums(ranks, second.length);
  const [higher, lower] = [sums.atLeast(sum), sums.atMost(sum)];
  return { higher, lower, p: Math.min(1, 2 * Math.min(higher, lower)) };
}
