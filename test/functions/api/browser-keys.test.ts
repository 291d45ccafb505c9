import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { forgetKey } from '../../../functions/api/pipeline/authentication/known-keys.ts';
import { makeKey } from '../../../lib/results/identity/api-key.ts';
import { browserKeys } from '../../../lib/results/identity/limits.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** Keys for browsers are valid for hours and are listed separately. A code gives such a key once. */

const memory = openMemory();
const hourMs = 3_600_000;
let root = '';
let eve = '';

beforeEach(() => {
  memory.dynamo.clear('identity');
  const made = makeKey(
    1,
    { name: 'root', user: 'root', role: 'admin' },
    new Uint8Array(32).fill(1),
    Date.now(),
  );
  memory.keys.set(1, made.key);
  forgetKey(made.key);
  root = made.text;
  eve = keyOfUser(memory, 2, 'eve');
  address += 1;
  here = `192.0.2.${address}`;
});

const parsed = ({ body }: Answer) => JSON.parse(body);
const codeOf = (answer: Answer): readonly [number, string] => [answer.status, parsed(answer).code];
const create = (key: string, body: object) =>
  send('POST /api/user/apikey', { key, body: JSON.stringify(body) });
async function listed(key: string, type?: string): Promise<readonly number[]> {
  const query = type === undefined ? '' : `?type=${type}`;
  return parsed(await send(`GET /api/user/apikey${query}`, { key })).map(
    ({ id }: { readonly id: number }) => id,
  );
}
const once = (key: string, body: object = {}) =>
  send('POST /api/user/once', { key, body: JSON.stringify(body) });
/** Each test has its own address, because wrong codes are counted for minutes. */
let address = 0;
let here = '';
const exchange = (code: string, source = here, name?: string) =>
  send('POST /api/user/once/key', { body: JSON.stringify({ code, name }), source });
const wrong = (n: number): string => String(n).padStart(43, 'x');

suite('a browser key', () => {
  test('lasts the hours that are requested, or twelve, and the store may delete it then', async () => {
    for (const [expiresInHours, hours] of [
      [undefined, 12],
      [1, 1],
      [168, 168],
    ] as const) {
      assert.equal((await create(eve, { type: 'BROWSER', expiresInHours })).status, 200);
      const key = memory.keys.get(memory.keys.size);
      const createdAt = key?.createdAt ?? 0;
      assert.equal(key?.expiresAt, createdAt + hours * hourMs);
      assert.equal(key.goneAt, Math.ceil((createdAt + hours * hourMs) / 1000));
      assert.deepEqual([key.type, key.user, key.name], ['BROWSER', 'eve', 'browser']);
    }
  });

  test('has no expiry in days, and only a browser key has one in hours', async () => {
    for (const body of [
      { type: 'BROWSER', expiresInDays: 1 },
      { type: 'BROWSER', unusedDays: 1 },
      { type: 'BROWSER', expiresInHours: 169 },
      { type: 'BROWSER', expiresInHours: 0 },
      { expiresInHours: 5 },
    ])
      assert.deepEqual(codeOf(await create(eve, body)), [400, 'REQUEST_INVALID'], JSON.stringify(body));
    assert.equal(memory.keys.size, 2);
  });

  test('has at most the scopes of its creator', async () => {
    const reader = makeKey(
      3,
      { name: null, user: 'bo', role: 'user', scopes: ['read'] },
      // Functions cache a key for some seconds, so no other test may use this text.
      new Uint8Array(32).fill(93),
      Date.now(),
    );
    memory.keys.set(3, reader.key);
    assert.equal((await create(reader.text, { type: 'BROWSER', scopes: ['drive'] })).status, 403);
    assert.equal((await create(reader.text, { type: 'BROWSER' })).status, 200);
    assert.deepEqual(memory.keys.get(4)?.scopes, ['read']);
  });

  test('makes no key that lasts longer than itself, unless it is the key of an administrator', async () => {
    const { body: short } = await create(eve, { type: 'BROWSER', expiresInHours: 1 });
    const end = memory.keys.get(3)?.expiresAt;
    for (const body of [{}, { unusedDays: 0 }, { expiresInDays: 9 }, { type: 'BROWSER' }])
      assert.equal((await create(short, body)).status, 200);
    assert.deepEqual(
      [4, 5, 6, 7].map((id) => memory.keys.get(id)?.expiresAt),
      [end, end, end, end],
    );
    const { apiKey, expiresAt } = parsed(await exchange(parsed(await once(short)).code));
    assert.deepEqual([expiresAt, memory.keys.get(8)?.expiresAt, apiKey.slice(0, 6)], [end, end, 'dpr_8_']);
    const { body: admins } = await create(root, { type: 'BROWSER', scopes: ['admin'], role: 'admin' });
    await create(admins, { unusedDays: 0 });
    assert.equal(memory.keys.get(10)?.expiresAt, undefined);
  });

  test('is listed apart, and only as long as it is valid', async () => {
    await create(eve, { type: 'BROWSER' });
    assert.deepEqual([await listed(eve), await listed(eve, 'USER')], [[2], [2]]);
    assert.deepEqual([await listed(eve, 'BROWSER'), await listed(root, 'BROWSER')], [[3], [3]]);
    const key = memory.keys.get(3);
    assert.ok(key !== undefined);
    memory.keys.set(3, { ...key, expiresAt: Date.now() - 1 });
    assert.deepEqual(await listed(eve, 'BROWSER'), []);
  });

  test('that is one too many revokes the oldest of its user, and no other key', async () => {
    await create(root, { type: 'BROWSER' });
    for (let made = 0; made <= 20; made += 1) await create(eve, { type: 'BROWSER' });
    const revoked = [...memory.keys.values()].filter(({ revokedAt }) => revokedAt !== undefined);
    assert.deepEqual(
      revoked.map(({ id }) => id),
      [4],
    );
  });
});

suite('a code', () => {
  test('gives a browser key of its maker once, and its text is stored nowhere', async () => {
    const made = await once(root, { role: 'admin', expiresInHours: 3 });
    assert.deepEqual([made.status, made.headers?.['cache-control']], [200, 'no-store']);
    const { code, expiresAt } = parsed(made);
    assert.match(code, /^[\w-]{43}$/);
    assert.ok(Math.abs(expiresAt - Date.now() - browserKeys.onceMs) < 60_000);
    assert.ok(
      !JSON.stringify([...memory.onces.keys(), ...memory.onces.values(), ...memory.audit]).includes(code),
    );
    const first = await exchange(code, here, 'browser, Firefox on Linux');
    assert.deepEqual([first.status, first.headers?.['cache-control']], [200, 'no-store']);
    const key = memory.keys.get(3);
    assert.deepEqual(
      [key?.type, key?.user, key?.role, key?.name, key?.expiresAt],
      ['BROWSER', 'root', 'admin', 'browser, Firefox on Linux', parsed(first).expiresAt],
    );
    assert.ok(parsed(first).apiKey.startsWith(key?.prefix));
    assert.deepEqual(codeOf(await exchange(code)), [401, 'UNAUTHORIZED']);
    assert.equal(memory.keys.size, 3);
  });

  test('gives one key to one of several requests at once', async () => {
    const { code } = parsed(await once(eve));
    const answers = await Promise.all([1, 2, 3, 4].map(() => exchange(code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  });

  test('ends after two minutes, and with the key that made it', async () => {
    const { code } = parsed(await once(eve));
    const [record] = memory.onces.values();
    assert.ok(record !== undefined);
    memory.onces.set(record.hash, { ...record, expiresAt: Date.now() });
    assert.equal((await exchange(code)).status, 401);

    const other = parsed(await once(eve));
    const maker = memory.keys.get(2);
    assert.ok(maker !== undefined);
    memory.keys.set(2, { ...maker, revokedAt: Date.now() });
    assert.equal((await exchange(other.code)).status, 401);
    assert.equal(memory.keys.size, 2);
  });

  test('gives no more rights than its maker has', async () => {
    assert.equal((await once(eve, { role: 'admin' })).status, 403);
    assert.equal((await once(eve, { scopes: ['admin'] })).status, 403);
    assert.equal(memory.onces.size, 0);
  });

  test('that is wrong counts against its address, and a good code does not', async () => {
    for (let n = 0; n < browserKeys.wrongMax; n += 1) {
      const { code } = parsed(await once(eve));
      assert.equal((await exchange(code)).status, 200);
      assert.equal((await exchange(wrong(n))).status, 401);
    }
    const { code } = parsed(await once(eve));
    assert.deepEqual(codeOf(await exchange(code)), [429, 'TOO_MANY_TRIES']);
    assert.equal((await exchange(code, '198.51.100.1')).status, 200);
  });

  test('is 43 characters, and the name of its key is not reserved', async () => {
    assert.equal((await exchange('short')).status, 400);
    const { code } = parsed(await once(eve));
    assert.deepEqual(codeOf(await exchange(code, undefined, 'downpour.x')), [400, 'KEY_NAME_RESERVED']);
    assert.equal((await exchange(code)).status, 200);
  });
});
