import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import type { Answer } from '../../functions/api/invoke.ts';
import { send } from '../../functions/api/requests.ts';
import { drainWork, keyOfUser, openMemory } from '../../functions/memory.ts';
import { JavaProgram } from './program.ts';

/**
 * A real Elasticsearch answers the requests for a datastore, and its documents become runs. Needs Java and
 * Maven.
 */

const memory = openMemory();
const key = keyOfUser(memory, 1, 'ada');
const home = mkdtempSync(join(tmpdir(), 'elasticsearch-'));
mkdirSync(join(home, 'config'));
const server = new JavaProgram(join(import.meta.dirname, 'elasticsearch'), 'ElasticsearchTarget.java', [
  home,
]);
let url = '';
let datastoreId = 0;

before(async () => {
  const port = (await server.lineFrom('port ')).slice('port '.length);
  url = `http://127.0.0.1:${port}`;
  await repository().actions.addSite(url);
  ({ id: datastoreId } = await repository().datastores.add({
    name: 'archive',
    owner: 'ada-team',
    access: 'PRIVATE',
    type: 'ELASTICSEARCH',
    url,
    authentication: { type: 'none' },
  }));
  await repository().tests.create({ name: 'shop', owner: 'ada-team', access: 'PUBLIC', datastoreId });
  for (let n = 0; n < 12; n++)
    await put('perf', `d${n}`, `{"at":${1000 + n},"n":${n}.50,"even":${n % 2 === 0}}`);
  await put('meta', 'm0', '{"at":1,"link":"d3"}');
  await put('meta', 'm1', '{"at":2,"link":"gone"}');
});
after(async () => {
  await server.end();
  rmSync(home, { recursive: true });
});

async function put(index: string, id: string, source: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const path = `/${index}/_doc/${encodeURIComponent(id)}?refresh=true`;
  const answer = await fetch(`${url}${path}`, { method: 'PUT', headers, body: source });
  assert.ok(answer.ok, await answer.text());
}

const upload = (query: unknown): Promise<Answer> =>
  send('POST /api/run/data?test=shop&start=$.at&stop=$.at', {
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(query),
  });
const bodyOf = (id: number | string) => Buffer.from(memory.bodies.get(Number(id)) ?? []).toString();
async function bodiesOf(query: unknown): Promise<string[]> {
  const { status, body } = await upload(query);
  assert.equal(status, 202, body);
  return body.split(',').map(bodyOf);
}
const search = (query: object) => ({ index: 'perf', type: 'search', query });

suite('a real Elasticsearch', () => {
  test('is reached', async () => {
    const { body } = await send(`GET /api/config/datastore/${datastoreId}/test`, { key });
    assert.deepEqual(JSON.parse(body), { success: true, msg: 'The datastore archive answers' });
  });

  test('has documents by their ids, whose digits stay (row 42)', async () => {
    assert.deepEqual(await bodiesOf({ index: 'perf', type: 'doc', query: 'd2' }), [
      '{"at":1002,"n":2.50,"even":true}',
    ]);
    await put('odd', 'a/b ?', '{"at":7}');
    assert.deepEqual(await bodiesOf({ index: 'odd', type: 'doc', query: 'a/b ?' }), ['{"at":7}']);
  });

  test('finds what its own queries say, in their order and number (row 42)', async () => {
    const even = { query: { term: { even: true } }, sort: [{ at: 'desc' }], size: 2 };
    assert.deepEqual(await bodiesOf(search(even)), [
      '{"at":1010,"n":10.50,"even":true}',
      '{"at":1008,"n":8.50,"even":true}',
    ]);
  });

  test('finds more than are made runs at once (row 43)', async () => {
    memory.bodies.clear();
    const { status, body } = await upload(search({ query: { match_all: {} } }));
    assert.deepEqual([status, body], [202, '']);
    await drainWork(memory);
    assert.equal(memory.bodies.size, 12);
  });

  test('brings what another index has of each document (row 44)', async () => {
    const query = {
      metaQuery: { query: { match_all: {} }, sort: [{ at: 'asc' }] },
      targetIndex: 'perf',
      docField: 'link',
    };
    const [first = '', second] = await bodiesOf({ index: 'meta', type: 'multi-index', query });
    const { $doc } = JSON.parse(first);
    assert.deepEqual([$doc._id, $doc.found, $doc._source.at], ['d3', true, 1003]);
    assert.match(first, /"n":3\.50/);
    assert.equal(second, '{"at":2,"link":"gone","$doc":null}');
  });

  for (const [what, query, says] of [
    ['an index that is not there', { ...search({}), index: 'none' }, /404: no such index \[none\]/],
    [
      'a document that is not there',
      { index: 'perf', type: 'doc', query: 'x' },
      /_doc\/x with HTTP status 404/,
    ],
    ['a query that is none', search({ query: { guess: {} } }), /400: unknown query \[guess\]/],
  ] as const)
    test(`reports the fault of ${what}`, async () => {
      const { status, body } = await upload(query);
      assert.deepEqual([status, JSON.parse(body).code], [400, 'DATASTORE_FAILED']);
      assert.match(JSON.parse(body).message, says);
    });
});
