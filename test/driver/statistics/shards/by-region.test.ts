import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByRegion } from '../../../../lib/driver/statistics/shards/by-region.ts';

test('regions are sorted by name, that of the deployment first, in any order of their shards', () => {
  const regions = ['us-east-1', undefined, 'ap-south-1', 'eu-west-1'];
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 2, 3, 0],
    [2, 0, 3, 1],
  ]) {
    const byRegion = new ByRegion((shard) => regions[shard]);
    for (const shard of order) byRegion.adder(shard);
    assert.deepEqual(
      byRegion.result().map(({ region }) => region),
      [undefined, 'ap-south-1', 'eu-west-1', 'us-east-1'],
      `${order}`,
    );
  }
});
