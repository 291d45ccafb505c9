import assert from 'node:assert/strict';
import { after, before, beforeEach, mock, test } from 'node:test';
import { forgetKey } from '../../../functions/api/pipeline/authentication/known-keys.ts';
import { stores } from '../../../functions/stores.ts';
import { environment } from '../../../lib/names/environment.ts';
import { makeKey } from '../../../lib/results/identity/api-key.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { send } from './requests.ts';

/** Requests leave records in the audit log, and only some callers may read them. */

const memory = openMemory();
const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 22, 12);
let now = start;
let root = '';
let eve = '';

before(() => void mock.method(Date, 'now', () => now));
after(() => mock.restoreAll());
beforeEach(() => {
  now = start;
  memory.table.clear();
  memory.dynamo.clear('identity');
  const made = makeKey(1, { name: 'root', user: 'root', role: 'admin' }, new Uint8Array(32).fill(1), now);
  memory.keys.set(1, made.key);
  forgetKey(made.key);
  root = made.text;
  eve = keyOfUser(memory, 2, 'eve');
});

const type = { 'content-type': 'application/json' };
const makeTest = (name: string, key = eve, owner = 'eve-team') =>
  send('POST /api/test', { key, headers: type, body: JSON.stringify({ name, owner }) });
async function page(query = '') {
  const { body } = await send(`GET /api/audit${query}`, { key: root });
  return JSON.parse(body) as {
    readonly entries: readonly { readonly operation: string; readonly at: number }[];
    readonly next?: string;
  };
}

test('a change leaves who asked for what, when and with what outcome', async () => {
  await makeTest('a');
  now += 1;
  await send('DELETE /api/test/1', { key: eve });
  const alike = { requestId: 'request-1', user: 'eve', by: 'key', keyId: 2 };
  assert.deepEqual((await page()).entries, [
    { ...alike, at: now, operation: 'test-delete', status: 204, path: { id: '1' } },
    { ...alike, at: start, operation: 'test-create', status: 201, made: [1] },
  ]);
});

test('so does a rejected request, and a request that only reads leaves nothing', async () => {
  assert.equal((await makeTest('a', eve, 'dev-team')).status, 403);
  await send('GET /api/user/apikey', { key: eve });
  await makeTest('a', 'no key');
  assert.deepEqual(
    memory.audit.map(({ operation, status }) => [operation, status]),
    [['test-create', 403]],
  );
});

test('nor does a question that is sent in a body, for which a key is enough that reads', async () => {
  const reader = { name: 'grafana', user: 'eve', role: 'user', scopes: ['read'] } as const;
  const { key, text } = makeKey(3, reader, new Uint8Array(32).fill(3), now);
  memory.keys.set(3, key);
  forgetKey(key);
  const ask = (path: string, body: object) =>
    send(`POST ${path}`, { key: text, headers: type, body: JSON.stringify(body) });
  assert.equal((await ask('/api/changes/search', {})).status, 200);
  assert.equal((await ask('/api/alerting/datapoint/last', { variables: [1] })).status, 200);
  assert.deepEqual(memory.audit, []);
  assert.equal((await ask('/api/alerting/recalculate', {})).status, 403);
});

test('a change of users says of whom, although their names come in a body', async () => {
  const ask = (path: string, body: object) => {
    now += 1;
    return send(`POST ${path}`, { key: root, headers: type, body: JSON.stringify(body) });
  };
  await ask('/api/user/createUser', { user: { username: 'ada' } });
  await ask('/api/user/createUser', { user: { username: 'ada' } });
  await ask('/api/user/createUser', { user: { username: 'no name' } });
  await ask('/api/user/administrators', ['root', 'ada']);
  await ask('/api/user/administrators', Array(1000).fill('ada'));
  assert.deepEqual(
    memory.audit.map(({ operation, status, users: about }) => [operation, status, about]),
    [
      ['user-create', 204, ['ada']],
      ['user-create', 400, ['ada']],
      ['administrator-set', 204, ['root', 'ada']],
      ['administrator-set', 400, Array(100).fill('ada')],
    ],
  );
});

test('an audit entry contains no secret', async () => {
  const { body: key } = await send('POST /api/user/apikey', {
    key: eve,
    headers: type,
    body: '{"name":"ci"}',
  });
  const user = { user: { username: 'ada' }, password: 'very secret' };
  now += 1;
  await send('POST /api/user/createUser', { key: root, headers: type, body: JSON.stringify(user) });
  now += 1;
  const headers = { 'content-type': 'text/plain' };
  await send('PUT /api/user/ada/password', { key: root, headers, body: 'also secret' });
  assert.deepEqual(
    memory.audit.map(({ operation, made }) => [operation, made]),
    [
      ['apikey-create', [3]],
      ['user-create', undefined],
      ['user-password', undefined],
    ],
  );
  const all = JSON.stringify(memory.audit);
  for (const secret of [key, eve, 'secret', memory.keys.get(3)?.hash ?? '?'])
    assert.ok(!all.includes(secret));
});

test('a change that cannot be noted is made all the same, and the log reports it', async (context) => {
  const put = context.mock.method(stores().audit, 'put', () => Promise.reject(new Error('full')));
  const lines = context.mock.method(console, 'error', () => undefined);
  assert.equal((await makeTest('a')).status, 201);
  lines.mock.restore();
  put.mock.restore();
  const logged = lines.mock.calls.map(({ arguments: [line] }) => String(line)).join('');
  assert.match(logged, /the audit log could not record that eve called test-create .* and got 201/);
});

test('administrators read it page by page, through the days, until it may go', async () => {
  for (const [n, days] of [0, 0, 1, 9, 9, 80].entries()) {
    now = start + days * dayMs + n;
    await makeTest(`t${n}`);
  }
  const seen: number[] = [];
  let next: string | undefined = '';
  for (let pages = 0; next !== undefined && pages < 1000; pages++) {
    const { entries, next: further } = await page(`?limit=2${next && `&before=${encodeURIComponent(next)}`}`);
    seen.push(...entries.map(({ at }) => at));
    next = further === undefined || seen.length === 6 ? undefined : further;
  }
  assert.deepEqual(
    seen,
    [80, 9, 9, 1, 0, 0].map((days, n) => start + days * dayMs + 5 - n),
  );
  assert.equal((await page('?user=root')).entries.length, 0);
  assert.equal((await page('?operation=test-create&limit=1')).entries.length, 1);
  now = start + 366 * dayMs + 10;
  const old = await page(`?before=${encodeURIComponent(`${String(start + dayMs).padStart(15, '0')}#x`)}`);
  assert.deepEqual(old.entries, []);
  assert.equal((await send('GET /api/audit', { key: keyOfUser(memory, 4, 'bo') })).status, 403);
});

test('a deployment explains how long entries stay', async () => {
  process.env[environment.auditDays] = '2';
  await makeTest('a');
  process.env[environment.auditDays] = 'none';
  now += 1;
  await makeTest('b');
  delete process.env[environment.auditDays];
  now += 1;
  await makeTest('c');
  assert.deepEqual(
    memory.audit.map(({ goneAt }) => goneAt),
    [start / 1000 + 2 * 86_400, undefined, Math.ceil(now / 1000) + 365 * 86_400],
  );
});
