import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { environment } from '../../../lib/names/environment.ts';
import { type Bursts, openBursts } from '../../../lib/store/bursts.ts';
import { type Endpoints, openEndpoints } from '../endpoints.ts';

/** For any number of users who watch a burst, only one of them makes the next snapshot. */

let endpoints: Endpoints;
let bursts: Bursts;
let now = 10_000;

before(async () => {
  endpoints = await openEndpoints();
  bursts = openBursts(endpoints.clients.dynamo, process.env[environment.identityTable] ?? '', () => now);
});

after(() => endpoints.close());

const totals = { requests: 1, responses: 1, failed: 0, errors: 0, invalid: 0 };
const snapshot = (at: number) => ({ at, phases: { 0: { totals, from: 0, over: totals } } });

suite('a snapshot', () => {
  test('is made by one of many who have seen none', async () => {
    assert.equal(await bursts.snapshot('s1'), undefined);
    const leases = Array.from({ length: 20 }, (_, n) => bursts.leaseSnapshot('s1', undefined, 13_000 + n));
    const taken = (await Promise.all(leases)).indexOf(true);
    assert.notEqual(taken, -1);
    assert.equal((await Promise.all(leases)).filter(Boolean).length, 1);
    assert.equal(await bursts.snapshot('s1'), undefined, 'a lease is no snapshot');
    assert.ok(await bursts.putSnapshot('s1', snapshot(10_000), 13_000 + taken));
    assert.deepEqual(await bursts.snapshot('s1'), snapshot(10_000));
  });

  test('is not made again by who has seen an older one', async () => {
    assert.ok(await bursts.leaseSnapshot('s2', undefined, 13_000));
    assert.ok(await bursts.putSnapshot('s2', snapshot(10_000), 13_000));
    assert.equal(await bursts.leaseSnapshot('s2', undefined, 13_001), false);
    assert.equal(await bursts.leaseSnapshot('s2', 9_000, 13_001), false);
    assert.ok(await bursts.leaseSnapshot('s2', 10_000, 13_001));
    assert.equal((await bursts.snapshot('s2'))?.at, 10_000, 'the last one is there while the next is made');
  });

  test('is made by another when who had the lease is gone, and then not by the one who was', async () => {
    assert.ok(await bursts.leaseSnapshot('s3', undefined, 13_000));
    now = 12_999;
    assert.equal(await bursts.leaseSnapshot('s3', undefined, 15_999), false);
    now = 13_000;
    assert.ok(await bursts.leaseSnapshot('s3', undefined, 16_000));
    assert.equal(await bursts.putSnapshot('s3', snapshot(10_000), 13_000), false);
    assert.ok(await bursts.putSnapshot('s3', snapshot(13_000), 16_000));
    assert.equal((await bursts.snapshot('s3'))?.at, 13_000);
  });
});
