import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFor } from '../../../../lib/driver/random.ts';
import {
  falseDiscoveryAdjusted,
  holmAdjusted,
  holmLevels,
} from '../../../../lib/report/comparison/statistics/many-tests.ts';

const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(4)));

test("Holm's steps and the false discovery rate are those of R's p.adjust", () => {
  const ps = [0.01, 0.04, 0.03, 0.005, 0.5];
  assert.deepEqual(rounded(holmAdjusted(ps)), [0.04, 0.09, 0.09, 0.025, 0.5]);
  assert.deepEqual(rounded(falseDiscoveryAdjusted(ps)), [0.025, 0.05, 0.05, 0.025, 0.5]);
  assert.deepEqual([holmAdjusted([]), falseDiscoveryAdjusted([])], [[], []]);
  assert.deepEqual(rounded(holmAdjusted([0.9, 0.8])), [1, 1]);
});

test('Each test has the level of its step, and those behind the first that does not pass have its level', () => {
  const ps = [0.03, 0.001, 0.02, 0.9];
  const levels = holmLevels(ps, 0.05);
  assert.deepEqual(rounded(levels), rounded([0.05 / 3, 0.05 / 4, 0.05 / 3, 0.05 / 3]));
  assert.deepEqual(holmLevels([0.001, 0.01], 0.05), [0.025, 0.05]);
  assert.deepEqual(holmLevels([], 0.05), []);
});

test('Levels and adjusted p values tell the same tests', () => {
  const random = randomFor(4, 'holm');
  for (let round = 0; round < 200; round += 1) {
    const ps = Array.from({ length: random.integer(1, 6) }, () => random.next() ** 4);
    const levels = holmLevels(ps, 0.05);
    assert.deepEqual(
      ps.map((p, at) => p <= levels[at]!),
      holmAdjusted(ps).map((p) => p <= 0.05),
    );
  }
});
