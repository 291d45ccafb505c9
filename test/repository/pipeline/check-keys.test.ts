import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkKeys } from '../../../lib/repository/pipeline/notify/check-keys.ts';
import type { Task } from '../../../lib/repository/work/task.ts';
import type { ApiKey } from '../../../lib/results/identity/api-key.ts';
import { openQueuedWork } from '../work/queue.ts';

/** The owner of an API key is notified before it expires, once for each of the notice days. */

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const created = 100 * dayMs;
const endless: ApiKey = {
  id: 7,
  name: 'ci',
  user: 'ada',
  role: 'user',
  hash: '',
  prefix: 'dpr_7_',
  createdAt: created,
};
const ci: ApiKey = { ...endless, unusedDays: 30 };

function open(...keys: ApiKey[]) {
  const { table, work, queued } = openQueuedWork({});
  let lists = 0;
  const list = async () => {
    lists += 1;
    return keys;
  };
  return {
    keys,
    lists: () => lists,
    check: (day: number) => checkKeys({ table, work, keys: { list } }, created + day * dayMs),
    told: () =>
      queued.splice(0).map(({ message: { task } }) => (task as Extract<Task, { kind: 'event' }>).event),
  };
}

/** The days until the expiry at each notice, if the check runs every hour until the time `to`. */
async function notices(key: ApiKey, to: number): Promise<readonly number[]> {
  const { check, told } = open(key);
  for (let day = 0; day <= to; day += 1 / 24) await check(day);
  return told().map((event) => ('key' in event ? event.key.toExpiration : Number.NaN));
}

suite('the end of a key', () => {
  test('is reported 7, 2 and 1 days before, at the end and a day later (row 134)', async () => {
    assert.deepEqual(await notices(ci, 45), [7, 2, 1, 0, -1]);
    assert.deepEqual(await notices({ ...endless, expiresAt: created + 10.5 * dayMs }, 20), [7, 2, 1, 0, -1]);
  });

  test('names the key, its user and the time, and nothing that is secret', async () => {
    const { check, told } = open(ci);
    assert.equal(await check(28), 1);
    const key = { id: 7, name: 'ci', user: 'ada', end: created + 30 * dayMs, toExpiration: 2 };
    assert.deepEqual(told(), [{ kind: 'key/expiring', key }]);
  });

  test('is reported again when a use has moved it and it comes near again', async () => {
    const { keys, check, told } = open(ci);
    assert.equal(await check(25), 1);
    keys[0] = { ...ci, lastUsedAt: created + 25 * dayMs };
    assert.equal(await check(26), 0);
    assert.equal(await check(48), 1);
    assert.deepEqual(
      told().map((event) => 'key' in event && event.key.toExpiration),
      [5, 7],
    );
  });

  test('is reported only in the last days for keys that live for a few days after each use', async () => {
    assert.deepEqual(await notices({ ...ci, unusedDays: 3 }, 5), [1, 0, -1]);
    assert.deepEqual(await notices({ ...ci, unusedDays: 1 }, 3), [-1]);
  });

  test('is not reported for keys without an end, revoked keys, and keys that no user can see', async () => {
    const { check } = open(endless, { ...ci, id: 8, revokedAt: created }, { ...ci, id: 9 });
    assert.deepEqual([await check(38), await check(37)], [0, 1]);
  });

  test('is reported once by two checks at the same time, and checked once an hour', async () => {
    const { check, told, lists } = open(ci);
    const counts = await Promise.all([check(28), check(28)]);
    assert.deepEqual([counts.sort(), told().length, lists()], [[0, 1], 1, 1]);
    await check(28 + (0.9 * hourMs) / dayMs);
    assert.equal(lists(), 1);
    await check(28 + hourMs / dayMs);
    assert.deepEqual([lists(), told().length], [2, 0]);
  });
});
