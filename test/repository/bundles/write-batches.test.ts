import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchesOf } from '../../../lib/repository/bundles/write-batches.ts';

/**
 * Writes are divided into as few batches as the limits on their number and bytes allow. Their order remains,
 * and the last batch is the fullest.
 */

const writes = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, n) => ({
    put: { pk: 'p', sk: String(n), text: 'x'.repeat(bytes) },
  }));

for (const [name, all, expected] of [
  ['nothing', writes(0, 0), [0]],
  ['two of 1.4 MB a batch', writes(5, 1_400_000), [1, 2, 2]],
  ['80 small ones a batch', writes(170, 1), [10, 80, 80]],
  ['one that is larger than a batch', writes(2, 3_100_000), [1, 1]],
] as const)
  test(`splits ${name}`, () => {
    const batches = batchesOf(all);
    assert.deepEqual(
      batches.map(({ length }) => length),
      expected,
    );
    const sorted = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).sort();
    assert.deepEqual(sorted(batches.flat()), sorted(all));
  });
