import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFor } from '../../../../lib/driver/random.ts';
import { rankTest } from '../../../../lib/report/comparison/statistics/mann-whitney.ts';
import { pairsAbove, subsets } from './brute-force.ts';

const close = (found: number, expected: number, what = ''): void =>
  assert.ok(Math.abs(found - expected) < 1e-12, `${what} ${found} is not ${expected}`);

test('The smallest p that so many runs can reach is what counting says', () => {
  const rows: [first: number, second: number, p: number][] = [
    [1, 1, 1],
    [2, 2, 2 / 6],
    [3, 3, 2 / 20],
    [4, 4, 2 / 70],
    [5, 5, 2 / 252],
    [6, 6, 2 / 924],
    [39, 1, 2 / 40],
    [8, 2, 2 / 45],
    [5, 3, 2 / 56],
  ];
  for (const [first, second, p] of rows) {
    const low = Array.from({ length: first }, (_, at) => at);
    const high = Array.from({ length: second }, (_, at) => 100 + at);
    close(rankTest(low, high).p, p);
    close(rankTest(high, low).p, p);
  }
});

test('Every probability is that of all deals of the same values, equal ones included', () => {
  const random = randomFor(1, 'rank test');
  for (let round = 0; round < 60; round += 1) {
    const [first, second] = [random.integer(1, 5), random.integer(1, 5)];
    // There are few different values, so that most rounds have equal ones.
    const values = Array.from({ length: first + second }, () => random.integer(0, random.integer(1, 9)));
    const locations = values.map((_, at) => at);
    const pairsOf = (chosen: readonly number[]): number =>
      pairsAbove(
        locations.filter((at) => !chosen.includes(at)).map((at) => values[at]!),
        chosen.map((at) => values[at]!),
      );
    const deals = subsets(locations, second).map(pairsOf);
    const seen = pairsOf(locations.slice(first));
    const { higher, lower, p } = rankTest(values.slice(0, first), values.slice(first));
    close(higher, deals.filter((pairs) => pairs >= seen).length / deals.length, `${values} ${first}`);
    close(lower, deals.filter((pairs) => pairs <= seen).length / deals.length, `${values} ${first}`);
    close(p, Math.min(1, 2 * Math.min(higher, lower)));
  }
});

test('Samples that are all the same say nothing, and many runs are counted as well', () => {
  assert.equal(rankTest([3, 3, 3], [3, 3]).p, 1);
  const many = Array.from({ length: 50 }, (_, at) => at);
  const shifted = many.map((value) => value + 0.5);
  const { higher, lower } = rankTest(many, shifted);
  // The second value is larger in 1,275 of 2,500 pairs. That is 25 more than half, or a sixth of the standard
  // deviation of 145.
  assert.ok(Math.abs(higher - 0.4325) < 0.002, `${higher}`);
  assert.ok(higher + lower > 1);
});
