import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { burstPage } from '../../../functions/api/bursts/burst-page.ts';
import { watching } from '../../../functions/api/bursts/limits.ts';
import { burstStores } from '../../../functions/stores.ts';
import { burstKey } from '../../../lib/names/burst-keys.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { send } from './requests.ts';

/**
 * A page of bursts has the bursts that its caller may see, the newest first, and the position of the next
 * page.
 */

const memory = openMemory();
const eve: Principal = { keyId: 1, user: 'eve', role: 'user' };
const admin: Principal = { keyId: 2, user: 'root', role: 'admin' };

/** Every third burst belongs to eve, and every second burst has ended. */
for (let n = 0; n < 60; n += 1)
  memory.records.set(`b${n}`, {
    id: `b${n}`,
    benchmark: 'shop',
    file: 'f',
    seed: 1,
    user: n % 3 === 0 ? 'eve' : 'bo',
    createdAt: 1_000 + n,
    state: n % 2 === 0 ? 'passed' : 'running',
    ...(n % 2 === 0 ? { endedAt: 5_000 } : {}),
  });

async function pages(caller: Principal, limit: number, active = false): Promise<string[][]> {
  const found: string[][] = [];
  let before: string | undefined;
  do {
    const requests = { limit, active, ...(before === undefined ? {} : { before }) };
    const { records, next } = await burstPage(burstStores().bursts, caller, requests);
    found.push(records.map(({ id }) => id));
    before = next;
  } while (before !== undefined);
  return found;
}
const newest = (step: number, from: number): string[] =>
  Array.from({ length: 60 }, (_, n) => 59 - n)
    .filter((n) => n % step === from)
    .map((n) => `b${n}`);

suite('pages of bursts', () => {
  test('hold the own ones of a user, and all of them for an administrator', async () => {
    for (const limit of [1, 7, 20, 100]) {
      assert.deepEqual((await pages(eve, limit)).flat(), newest(3, 0), `${limit}`);
      assert.deepEqual((await pages(admin, limit)).flat(), newest(1, 0), `${limit}`);
    }
    assert.deepEqual(
      (await pages(eve, 7)).map(({ length }) => length),
      [7, 7, 6],
    );
  });

  test('hold only those that have not ended where that is requested', async () => {
    assert.deepEqual((await pages(eve, 4, true)).flat(), newest(6, 3));
  });

  test('begin where the page before has ended, and nowhere else', async () => {
    const key = keyOfUser(memory, 3, 'eve');
    const answer = async (before: string) =>
      (await send(`GET /api/burst?before=${encodeURIComponent(before)}`, { key })).status;
    const { sk } = burstKey.listed(Date.UTC(2026, 10, 24), 'b-20261124-033447-2apa');
    assert.deepEqual([await answer(sk), await answer('abc'), await answer('1#b')], [200, 400, 400]);
  });

  test('end for a user without bursts after a number of bursts of others', async () => {
    const { bursts } = burstStores();
    const { listed } = bursts;
    let requests = 0;
    bursts.listed = async (limit) => {
      requests += limit;
      return Array.from({ length: limit }, (_, n) => ({ id: 'x', user: 'bo', cursor: `${requests} ${n}` }));
    };
    const { records, next } = await burstPage(bursts, eve, { limit: 100, active: false });
    bursts.listed = listed;
    assert.deepEqual([records, requests], [[], watching.lookedAtMax]);
    assert.equal(next, `${requests} 99`, 'the next page goes on behind them');
  });
});
