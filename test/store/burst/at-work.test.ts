import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { environment } from '../../../lib/names/environment.ts';
import { type Bursts, openBursts } from '../../../lib/store/bursts.ts';
import { type Endpoints, openEndpoints } from '../endpoints.ts';

/**
 * The number of drives that still send: drives with a lease that have neither reported their end nor were
 * abandoned.
 */

let endpoints: Endpoints;
let bursts: Bursts;

before(async () => {
  endpoints = await openEndpoints();
  bursts = openBursts(endpoints.clients.dynamo, process.env[environment.identityTable] ?? '', Date.now);
});
after(() => endpoints.close());

test('drives are at work from their lease until they have terminated or are given up', async () => {
  const [shards, segments] = [20, 2];
  const numbers = { shards, segments };
  const atWork = () => bursts.atWork('b', 3, shards);
  const drive = (shard: number, segment = 0) => ({ phase: 3, shard, segment });
  assert.equal(await atWork(), 0);
  // Two drives whose items are in one partition, one in another partition, and one of another segment.
  for (const each of [drive(1), drive(17), drive(2), drive(1, 1)]) await bursts.lease('b', each, 'l');
  await bursts.lease('b', { ...drive(1), phase: 4 }, 'l');
  assert.equal(await atWork(), 4);
  await bursts.count('b', drive(1), ['finished'], numbers);
  assert.equal(await atWork(), 4);
  await bursts.count('b', drive(1), ['terminated'], numbers);
  await bursts.count('b', drive(1), ['terminated'], numbers);
  assert.equal(await atWork(), 3);
  await bursts.abandon('b', drive(2), numbers, 'killed');
  // Two drives without a lease: one is abandoned, and the other ends.
  await bursts.abandon('b', drive(5), numbers, 'killed');
  await bursts.count('b', drive(6), ['terminated'], numbers);
  assert.equal(await atWork(), 2);
  await bursts.abandon('b', drive(1), numbers, 'killed');
  assert.equal(await atWork(), 2);
});
