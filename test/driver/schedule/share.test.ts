import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shareOf } from '../../../lib/driver/schedule/share.ts';

test('Shares add up to the total and differ by at most one', () => {
  const total = fc.integer({ min: 0, max: 1_000_000_000 });
  fc.assert(
    fc.property(total, fc.integer({ min: 1, max: 1000 }), (users, shards) => {
      const shares = Array.from({ length: shards }, (_, shard) => shareOf(users, shard, shards));
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        users,
      );
      assert.ok(Math.max(...shares) - Math.min(...shares) <= 1);
    }),
  );
});

test('The larger shares go to the later shards', () => {
  const table: readonly [total: number, shards: number, shares: readonly number[]][] = [
    [10, 3, [3, 3, 4]],
    [1, 4, [0, 0, 0, 1]],
    [0, 2, [0, 0]],
    [7, 1, [7]],
  ];
  for (const [total, shards, shares] of table) {
    assert.deepEqual(
      Array.from({ length: shards }, (_, shard) => shareOf(total, shard, shards)),
      shares,
    );
  }
});

test('A wide share is as large as the narrow ones that it replaces', () => {
  const number = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 500 }), (total, shard, width) => {
      const shards = shard + width;
      const narrow = Array.from({ length: width }, (_, n) => shareOf(total, shard + n, shards));
      assert.equal(
        shareOf(total, shard, shards, width),
        narrow.reduce((sum, share) => sum + share, 0),
      );
    }),
  );
});
