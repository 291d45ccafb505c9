import { doubledRanks, rankSums } from './rank-sums.ts';

export type RankTest = {
  /** Probability of ranks this high or higher in the second sample when nothing differs. */
  readonly higher: number;
  readonly lower: number;
  /** Either way: twice the smaller of both, at most 1. */
  readonly p: number;
};

/**
 * The exact rank test of Mann, Whitney and Wilcoxon, equal values sharing their mean rank: of all ways to
 * deal these values out to two samples of these sizes, the part in which the second sample ranks as high, or
 * as low, as it does.
 */
export function rankTest(first: readonly number[], second: readonly number[]): RankTest {
  const ranks = doubledRanks([...first, ...second]);
  const sum = ranks.slice(first.length).reduce((total, rank) => total + rank, 0);
  const sums = rankSums(ranks, second.length);
  const [higher, lower] = [sums.atLeast(sum), sums.atMost(sum)];
  return { higher, lower, p: Math.min(1, 2 * Math.min(higher, lower)) };
}
