import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFor } from '../../../../lib/driver/random.ts';
import {
  levelAbove,
  outsideOf,
  shiftOf,
} from '../../../../lib/report/comparison/statistics/hodges-lehmann.ts';
import { rankTest } from '../../../../lib/report/comparison/statistics/mann-whitney.ts';

test('The critical values are those of the published tables', () => {
  // The published table for two-sided tests at 5 % and 1 %: the largest significant U, the statistic of the
  // Mann-Whitney test. Undefined where the table has a dash.
  const rows: [first: number, second: number, at5: number, at1: number][] = [
    [3, 3, -1, -1],
    [4, 3, -1, -1],
    [4, 4, 0, -1],
    [5, 3, 0, -1],
    [5, 5, 2, 0],
    [6, 6, 5, 2],
    [8, 5, 6, 2],
    [10, 10, 23, 16],
    [20, 20, 127, 105],
    [8, 2, 0, -1],
    [39, 1, 0, -1],
    [38, 1, -1, -1],
  ];
  for (const [first, second, at5, at1] of rows) {
    assert.deepEqual([outsideOf(first, second, 0.05), outsideOf(first, second, 0.01)], [at5, at1]);
    assert.equal(outsideOf(second, first, 0.05), at5);
  }
});

test('The interval holds exactly the shifts that the rank test does not refuse', () => {
  const random = randomFor(2, 'intervals');
  for (let round = 0; round < 40; round += 1) {
    const [first, second] = [random.integer(4, 7), random.integer(4, 7)];
    const low = Array.from({ length: first }, () => random.next());
    const high = Array.from({ length: second }, () => random.next() + random.next());
    const level = [0.05, 0.1, 0.2][round % 3]!;
    const { interval } = shiftOf(low, high, level);
    assert.ok(interval);
    const refused = (shift: number): boolean =>
      rankTest(
        low,
        high.map((value) => value - shift),
      ).p <= level;
    const near = 1e-9;
    assert.deepEqual(
      [interval.low - near, interval.low + near, interval.high - near, interval.high + near].map(refused),
      [true, false, false, true],
    );
  }
});

test('The level above a limit is the smallest one whose interval lies wholly above it', () => {
  const random = randomFor(5, 'levels');
  let above = 0;
  for (let round = 0; round < 100; round += 1) {
    const [first, second] = [random.integer(3, 6), random.integer(3, 6)];
    // The values are whole numbers, so some differences are equal to the limit.
    const low = Array.from({ length: first }, () => random.integer(0, 9));
    const high = Array.from({ length: second }, () => random.integer(5, 15));
    const limit = random.integer(0, 3);
    const level = levelAbove(low, high, limit);
    if (level === 1) continue;
    above += 1;
    assert.ok((shiftOf(low, high, level).interval?.low ?? limit) > limit);
    assert.ok((shiftOf(low, high, level * 0.999).interval?.low ?? limit) <= limit);
  }
  assert.ok(above > 20, `${above}`);
  assert.equal(levelAbove([1, 2, 3, 4], [1, 2, 3, 4], 0), 1);
});

test('The estimate is the median of all differences, and few values have no interval', () => {
  assert.deepEqual(shiftOf([1, 2], [4, 9], 0.05), { estimate: 5 });
  assert.deepEqual(shiftOf([1], [4], 0.05), { estimate: 3 });
  const { estimate, interval } = shiftOf([10, 11, 12, 13], [20, 21, 22, 23], 0.05);
  assert.equal(estimate, 10);
  assert.deepEqual([interval?.low, interval?.high], [7, 13]);
  assert.ok(Math.abs((interval?.confidence ?? 0) - (1 - 2 / 70)) < 1e-12);
  assert.deepEqual(shiftOf([5, 5, 5, 5], [5, 5, 5, 5], 0.05).interval?.low, 0);
});

test('The interval holds the true shift as often as it says, for every size', () => {
  const random = randomFor(3, 'coverage');
  for (const runs of [4, 5, 8]) {
    let [held, claimed] = [0, 0];
    const rounds = 2000;
    for (let round = 0; round < rounds; round += 1) {
      const draw = (): number => Math.log(1 / (1 - random.next()));
      const low = Array.from({ length: runs }, draw);
      const high = Array.from({ length: runs }, () => draw() + 0.7);
      const { interval } = shiftOf(low, high, 0.05);
      assert.ok(interval && interval.confidence >= 0.95);
      claimed = interval.confidence;
      if (interval.low <= 0.7 && interval.high >= 0.7) held += 1;
    }
    assert.ok(Math.abs(held / rounds - claimed) < 0.015, `${runs} runs: ${held / rounds} for ${claimed}`);
  }
});
