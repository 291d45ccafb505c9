import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { environment as names } from '../../../lib/names/environment.ts';
import { type Endpoints, openEndpoints } from '../../store/endpoints.ts';
import { adminKey } from './admin-key.ts';
import { send } from './requests.ts';

/** The API checks expressions without a run, and finds runs by the contents of their documents. */

let endpoints: Endpoints;
let admin = '';
let eve = '';

before(async () => {
  endpoints = await openEndpoints();
  admin = await adminKey();
  const headers = { 'content-type': 'application/json' };
  const required = JSON.stringify({ name: 'eve', user: 'eve' });
  eve = (await send('POST /api/user/apikey', { key: admin, headers, body: required })).body;
  await upload(1, { name: 'one', results: [{ p99: 10 }], 'build-id': 1 });
  await upload(2, { name: 'two', results: [{ p99: 300 }], extra: true });
  await upload(3, { name: 'three', nested: { extra: null } }, '&access=PUBLIC');
});
after(() => endpoints.close());

async function upload(start: number, document: object, more = ''): Promise<void> {
  const line = `POST /api/run/data?test=t${start}&start=${start}&stop=9${more}`;
  const { status } = await send(line, { key: admin, body: JSON.stringify(document) });
  assert.equal(status, 202);
}

async function list(parameters: Record<string, string>, key = admin) {
  const line = `GET /api/run/list?${new URLSearchParams({ direction: 'Ascending', ...parameters })}`;
  const { status, body } = await send(line, { key });
  const { total, runs, ...rest } = JSON.parse(body);
  return { status, total, starts: runs?.map((run: { start: number }) => run.start), rest };
}
/** The counts of a search that has read all three runs. */
const all = { looked: 3, left: 0 };
const check = async (query: string) => send(`GET /api/sql/testjsonpath?${query}`, { key: admin });

test('runs are listed that a query finds (rows 6, 7)', async () => {
  const rows: [query: string, starts: number[]][] = [
    ['', [1, 2, 3]],
    ['$.*', [1, 2, 3]],
    ['$.results', [1, 2]],
    ['$.results[?(@.p99 > 100)]', [2]],
    ['lax $.results.p99 > 100', [2]],
    ['@.p99 > 5', [1, 2]],
    ["@.name == 'three'", [3]],
    ['$.name ? (@ == "three")', [3]],
    ['extra', [2, 3]],
    ['build-id, extra', [1, 2, 3]],
    ['nobody', []],
  ];
  for (const [query, starts] of rows) {
    assert.deepEqual(
      await list({ query }),
      { status: 200, total: starts.length, starts, rest: query === '' ? {} : all },
      query,
    );
  }
  assert.deepEqual((await list({ query: 'results extra', matchAll: 'true' })).starts, [2]);
});

test('a search keeps to a test, to its page and to what the caller may see', async () => {
  assert.deepEqual((await list({ query: 'extra', test: 't3' })).starts, [3]);
  const page = await list({ query: 'extra', limit: '1', page: '2' });
  assert.deepEqual([page.total, page.starts], [2, [3]]);
  assert.deepEqual(await list({ query: 'extra' }, eve), {
    status: 200,
    total: 1,
    starts: [3],
    rest: { looked: 1, left: 0 },
  });
});

test('a search is followed by its cursor, as is a list', async () => {
  for (const [query, expected] of [
    ['extra', [2, 3]],
    ['', [1, 2, 3]],
  ] as const) {
    const starts: number[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { status, starts: some, rest } = await list({ query, cursor, limit: '1' });
      assert.equal(status, 200);
      starts.push(...some);
      cursor = rest.next;
    }
    assert.deepEqual(starts, expected);
  }
  const wrongs: Record<string, string>[] = [
    { cursor: 'nowhere' },
    { cursor: '', page: '2' },
    { cursor: '', sort: 'id' },
  ];
  for (const wrong of wrongs) {
    const { status, rest } = await list({ query: 'extra', ...wrong });
    assert.deepEqual([status, rest.code, rest.details[0].at], [400, 'REQUEST_INVALID', 'cursor']);
  }
});

test('a bad path is a 400 with its place', async () => {
  const { status, rest } = await list({ query: 'extra $.results[' });
  assert.equal(status, 400);
  assert.deepEqual(
    { ...rest, reason: '' },
    {
      valid: false,
      jsonpath: '$.results[',
      errorCode: 1,
      sqlState: '42601',
      reason: '',
      sql: null,
    },
  );
  assert.match(rest.reason, /column 11: expected a selector/);
  const wrong = await list({ query: 'extra', matchAll: 'perhaps' });
  assert.deepEqual([wrong.status, wrong.rest.code], [400, 'REQUEST_INVALID']);
});

test('a list without a search needs no bucket', async () => {
  const bucket = process.env[names.runsBucket];
  delete process.env[names.runsBucket];
  assert.equal((await list({})).status, 200);
  process.env[names.runsBucket] = bucket;
});

test('an expression is checked without a run', async () => {
  const good = await check('query=$.results[*].p99');
  const validation = { valid: true, jsonpath: '$.results[*].p99', errorCode: 0, sqlState: null };
  assert.deepEqual([good.status, JSON.parse(good.body)], [200, { ...validation, reason: null, sql: null }]);
  assert.equal(good.headers['x-downpour-dialect'], 'jsonpath');
  const sql = await check('query=strict+$.a');
  assert.equal(JSON.parse(sql.body).valid, true);
  assert.equal(sql.headers['x-downpour-dialect'], 'sql');
  const bad = await check('query=$.results[');
  const { valid, sqlState, value } = JSON.parse(bad.body);
  assert.deepEqual([bad.status, valid, sqlState, value], [200, false, '42601', undefined]);
});

test('a check without an expression or without a key is refused', async () => {
  const { status, body } = await check('');
  assert.deepEqual([status, JSON.parse(body).code], [400, 'REQUEST_INVALID']);
  assert.equal((await send('GET /api/sql/testjsonpath?query=$')).status, 401);
});

test('names complete a path, of the documents that the caller may see', async () => {
  const names = async (query: string, key = admin) => {
    const line = `GET /api/run/autocomplete?${new URLSearchParams({ query })}`;
    const { status, body } = await send(line, { key });
    return status === 200 ? JSON.parse(body) : [status, JSON.parse(body).sqlState ?? JSON.parse(body).code];
  };
  const rows: [query: string, found: unknown, ofEve: unknown][] = [
    ['$.', ['build-id', 'extra', 'name', 'nested', 'results'], ['name', 'nested']],
    ['$.n', ['name', 'nested'], ['name', 'nested']],
    ['$.results.', ['p99'], []],
    ['$.results[*].p', ['p99'], []],
    ['@.p', ['p99'], []],
    ['ext', ['extra'], ['extra']],
    ['nested.', ['extra'], ['extra']],
    ['$.none.', [], []],
    ['$.results.double().', [], []],
    ['name extra', [], []],
    ['', [], []],
    ['$[.x', [400, '42601'], [400, '42601']],
  ];
  for (const [query, found, ofEve] of rows) {
    assert.deepEqual(await names(query), found, query);
    assert.deepEqual(await names(query, eve), ofEve, `${query}, asked by eve`);
  }
  assert.equal((await send('GET /api/run/autocomplete', { key: admin })).status, 400);
});
