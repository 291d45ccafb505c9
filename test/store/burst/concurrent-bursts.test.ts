import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { environment } from '../../../lib/names/environment.ts';
import { type BurstRecord, type Bursts, openBursts } from '../../../lib/store/bursts.ts';
import { type Endpoints, openEndpoints } from '../endpoints.ts';

/** A key has at most its permitted number of bursts at once, with concurrent requests and after lost ones. */

let endpoints: Endpoints;
let bursts: Bursts;
let now = 1_700_000_000_000;

before(async () => {
  endpoints = await openEndpoints();
  bursts = openBursts(endpoints.clients.dynamo, process.env[environment.identityTable] ?? '', () => now);
});

after(() => endpoints.close());

const record = (id: string): BurstRecord => ({
  id,
  benchmark: 'shop',
  file: 'f',
  seed: 1,
  user: 'ada',
  state: 'planning',
  createdAt: now,
});
async function begin(id: string): Promise<void> {
  assert.ok(await bursts.create(record(id)));
  assert.ok(await bursts.started(id));
}

suite('the places of a key', () => {
  test('are as many as it may have, and free again when a burst has ended', async () => {
    assert.deepEqual(await bursts.slotsInUse(1), []);
    for (const id of ['a', 'b']) {
      assert.ok(await bursts.acquireSlot(1, id, 2));
      await begin(id);
    }
    now += 3_600_000;
    assert.equal(await bursts.acquireSlot(1, 'c', 2), false);
    assert.deepEqual(await bursts.slotsInUse(1), ['a', 'b']);
    assert.ok(await bursts.acquireSlot(1, 'a', 2), 'asked for again, it has its place');
    await bursts.conclude('a', { state: 'incomplete', endedAt: now });
    assert.ok(await bursts.acquireSlot(1, 'c', 2));
    assert.equal(await bursts.acquireSlot(1, 'd', 2), false);
  });

  test('are those of one key', async () => {
    assert.ok(await bursts.acquireSlot(2, 'e', 1));
    assert.ok(await bursts.acquireSlot(3, 'f', 1));
  });

  test('go to one of those who take the last at the same moment', async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `many-${n}`);
    const taken = await Promise.all(ids.map((id) => bursts.acquireSlot(4, id, 3)));
    assert.equal(taken.filter((isTaken) => isTaken).length, 3);
    assert.equal((await bursts.slotsInUse(4)).length, 3);
  });

  test('are not lost to a burst that never came to be, or whose state machine was never started', async () => {
    assert.ok(await bursts.acquireSlot(5, 'never', 2));
    assert.ok(await bursts.acquireSlot(5, 'half', 2));
    assert.ok(await bursts.create(record('half')));
    now += 59_000;
    assert.equal(await bursts.acquireSlot(5, 'next', 2), false);
    now += 1_000;
    assert.deepEqual(await bursts.slotsInUse(5), []);
    assert.ok(await bursts.acquireSlot(5, 'next', 2));
  });
});
