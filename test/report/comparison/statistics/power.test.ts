import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noiseOf, powerOf, visibleShift } from '../../../../lib/report/comparison/statistics/power.ts';

test('The power of 4, 5 and 10 runs of each is what other simulations found', () => {
  // Columns: standard deviation of one run in percent, true change in percent, and power (the probability to
  // detect the change) at 5 %.
  const rows: [noise: number, change: number, power: readonly number[]][] = [
    [2, 5, [68, 86, 100]],
    [5, 10, [52, 67, 99]],
    [10, 10, [16, 20, 53]],
  ];
  for (const [noise, change, expected] of rows) {
    for (const [at, runs] of [4, 5, 10].entries()) {
      const power = 100 * powerOf(change / noise, runs, runs, 0.05);
      assert.ok(Math.abs(power - expected[at]!) <= 4, `${runs} runs, ${change} at ${noise}: ${power}`);
    }
  }
});

test('The visible shift is found in 4 of 5 comparisons', () => {
  for (const [first, second] of [
    [4, 4],
    [5, 5],
    [10, 10],
    [8, 3],
    [50, 50],
  ] as const) {
    const shift = visibleShift(first, second, 0.05);
    assert.ok(shift !== undefined);
    assert.ok(Math.abs(powerOf(shift, first, second, 0.05) - 0.8) < 0.01);
    assert.ok(powerOf(shift * 1.2, first, second, 0.05) > 0.83);
  }
});

test('More runs see smaller shifts, and too few see none', () => {
  const shifts = [4, 5, 6, 8, 12, 20].map((runs) => visibleShift(runs, runs, 0.05) ?? 0);
  for (const [at, shift] of shifts.entries()) assert.ok(at === 0 || shift < shifts[at - 1]!, `${shifts}`);
  assert.equal(visibleShift(3, 3, 0.05), undefined);
  assert.equal(powerOf(100, 3, 3, 0.05), 0);
});

test('The noise of one run is that of both sides, each around its own mean', () => {
  assert.equal(noiseOf([1, 3], [101, 103]), Math.SQRT2);
  assert.equal(noiseOf([5], [9]), 0);
  assert.equal(noiseOf([1, 3], [7]), Math.SQRT2);
});
