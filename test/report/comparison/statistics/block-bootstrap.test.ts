import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFor } from '../../../../lib/driver/random.ts';
import { type Column, resample } from '../../../../lib/report/comparison/statistics/block-bootstrap.ts';

/** Columns that can be recognised: column k has one value, in slot k. */
const ladder = (length: number): Column[] => Array.from({ length }, (_, at) => new Map([[at, 1]]));

test('Every round has as many columns as the run, in blocks of neighbours', () => {
  for (const [length, block] of [
    [12, 3],
    [10, 4],
    [5, 9],
    [1, 1],
  ] as const) {
    let rounds = 0;
    resample(ladder(length), block, 50, randomFor(1, 'blocks'), ({ slots, counts }) => {
      rounds += 1;
      assert.equal(slots.length, length);
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        length,
      );
      // Each column inside a block has a neighbour in the same block. So at most as many columns are alone as
      // there are blocks.
      const used = [...counts].map((count) => count > 0);
      const lonely = used.filter((is, at) => is && used[at - 1] !== true && used[at + 1] !== true).length;
      assert.ok(lonely <= Math.ceil(length / block), `${lonely} of ${length} in blocks of ${block}`);
      if (block >= length) assert.ok(used.every(Boolean));
    });
    assert.equal(rounds, 50);
  }
});

test('A seed repeats the rounds, another one does not, and no columns ask nothing', () => {
  const drawn = (seed: number): number[][] => {
    const seen: number[][] = [];
    resample(ladder(30), 5, 5, randomFor(seed, 'blocks'), ({ counts }) => seen.push([...counts]));
    return seen;
  };
  assert.deepEqual(drawn(1), drawn(1));
  assert.notDeepEqual(drawn(1), drawn(2));
  assert.equal(new Set(drawn(1).map(String)).size, 5);
  resample([], 5, 3, randomFor(1, 'none'), ({ slots }) => assert.equal(slots.length, 0));
});
