import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureNamed } from '../../lib/report/comparison/measures.ts';
import { heightsOf, placesOf } from '../../lib/web/screens/compare/interval.ts';

const [p99, throughput] = [measureNamed('p99'), measureNamed('throughput')];
assert.ok(p99 && throughput);

test('no change is in the middle of the axis, and everything else is on it', () => {
  const interval = { low: 0.1, high: 0.3, confidence: 0.95 };
  const { estimate, low = 0, high = 0, limit = 0 } = placesOf({ measure: p99, estimate: 0.2, interval }, 0.1);
  assert.ok(0.5 < low && low < estimate && estimate < high && high < 1);
  assert.equal(limit, low, 'the limit is as far from the middle as the end of the same value');
  assert.deepEqual(placesOf({ measure: p99, estimate: 0 }), { estimate: 0.5 });
});

test('a limit is at the side of changes for the worse', () => {
  const { limit: slower = 0 } = placesOf({ measure: p99, estimate: 0 }, 0.1);
  const { limit: fewer = 0 } = placesOf({ measure: throughput, estimate: 0 }, 0.1);
  assert.ok(slower > 0.5 && fewer < 0.5);
});

test('a change without an end stays on the axis', () => {
  const { estimate } = placesOf({ measure: p99, estimate: Number.POSITIVE_INFINITY }, 0.1);
  assert.equal(estimate, 1);
});

test('values of runs fill their range, and equal ones are in the middle', () => {
  assert.deepEqual(heightsOf([10, 30, 20]), [0, 1, 0.5]);
  assert.deepEqual(heightsOf([5, 5]), [0.5, 0.5]);
});
