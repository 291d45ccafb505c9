import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantileRanks } from '../../../../lib/report/comparison/statistics/quantile-interval.ts';

test('The fewest values that bound a quantile on both sides are those that counting says', () => {
  const rows: [quantile: number, fewest: number][] = [
    [0.5, 6],
    [0.9, 36],
    [0.95, 72],
    [0.99, 368],
    [0.999, 3688],
    [0.9999, 36_887],
  ];
  for (const [quantile, fewest] of rows) {
    const { low, high } = quantileRanks(fewest, quantile, 0.05);
    assert.ok(low !== undefined && high !== undefined && low < high, `${quantile}`);
    assert.equal(quantileRanks(fewest - 1, quantile, 0.05).high, undefined);
  }
  assert.deepEqual(quantileRanks(0, 0.5, 0.05), {});
});

test('Each rank is the narrowest that keeps its half of the level', () => {
  // The probability of at most k successes in n trials, as a sum over Pascal's triangle.
  const atMost = (k: number, n: number, q: number): number => {
    let [sum, term] = [0, (1 - q) ** n];
    for (let at = 0; at <= k; at += 1) {
      sum += term;
      term *= ((n - at) / (at + 1)) * (q / (1 - q));
    }
    return sum;
  };
  for (const [count, quantile] of [
    [10, 0.5],
    [50, 0.3],
    [100, 0.9],
    [140, 0.99],
  ] as const) {
    const { low = 0, high = count + 1 } = quantileRanks(count, quantile, 0.05);
    assert.ok(low === 0 || atMost(low - 1, count, quantile) <= 0.025);
    assert.ok(atMost(low, count, quantile) > 0.025);
    assert.ok(high > count || 1 - atMost(high - 1, count, quantile) <= 0.025);
    assert.ok(1 - atMost(high - 2, count, quantile) > 0.025);
  }
});

test('Ten thousand values put a 99th percentile between 98.8 and 99.2 %, a billion cost no more time than they need', () => {
  const { low = 0, high = 0 } = quantileRanks(10_000, 0.99, 0.05);
  assert.deepEqual([Math.round(low / 10), Math.round(high / 10)], [988, 992]);
  const many = quantileRanks(1e9, 0.99, 0.05);
  const deviation = Math.sqrt(1e9 * 0.99 * 0.01);
  assert.ok(Math.abs((many.low ?? 0) - (0.99e9 - 1.96 * deviation)) < deviation / 100);
  assert.ok(Math.abs((many.high ?? 0) - (0.99e9 + 1.96 * deviation)) < deviation / 100);
});
