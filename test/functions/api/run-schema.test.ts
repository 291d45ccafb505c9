import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { uploadLimits } from '../../../lib/results/upload/limits.ts';
import { emptyTable, keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** After a change of a schema in an uploaded run, the datasets and labels of the run are made again. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => emptyTable(memory));

function parsed({ status, body }: Answer) {
  assert.equal(status, 200, body);
  return JSON.parse(body);
}
async function uploaded(body: string): Promise<number> {
  const line = 'POST /api/run/data?test=shop&start=1&stop=2&access=PUBLIC';
  const answer = await send(line, { key: ada, body });
  assert.equal(answer.status, 202, answer.body);
  return Number(answer.body);
}
async function schema(uri: string, json?: object): Promise<number> {
  const more = json && { schema: JSON.stringify(json) };
  const owned = { owner: 'ada-team', access: 'PUBLIC' } as const;
  const made = await repository().schemas.create({ name: uri, uri, ...owned, ...more });
  return typeof made === 'string' ? assert.fail(made) : made.id;
}
const set = (id: number, body: string, query = '', key = ada) =>
  send(`POST /api/run/${id}/schema${query}`, { key, body, headers: { 'content-type': 'text/plain' } });
const get = (id: number, what: 'data' | 'summary') => send(`GET /api/run/${id}/${what}`, { key: ada });
const found = async (word: string): Promise<number> =>
  parsed(await send(`GET /api/run/list?query=${encodeURIComponent(word)}`, { key: ada })).total;

test('a run without a schema is given one, with datasets and validation; its other bytes stay (row 27)', async () => {
  const a = await schema('urn:a', { properties: { n: { type: 'string' } } });
  const id = await uploaded('{ "n": 1.50, "m": {} }');
  const before = parsed(await get(id, 'summary'));
  assert.deepEqual([before.schemas, before.validationErrors], [[], []]);
  assert.equal(await found('$ ? (@."$schema" == "urn:a")'), 0);
  assert.deepEqual(parsed(await set(id, 'urn:a')), { [a]: 'urn:a' });
  assert.equal((await get(id, 'data')).body, '{"$schema":"urn:a", "n": 1.50, "m": {} }');
  const after = parsed(await get(id, 'summary'));
  assert.deepEqual([after.schemas[0].id, after.validationErrors.length], [a, 1]);
  assert.notDeepEqual(after.datasets, before.datasets);
  const [dataset] = await repository().datasets.getMany(after.datasets);
  assert.deepEqual(dataset?.schemas, [{ uri: 'urn:a', index: 0 }]);
  assert.equal(await found('$ ? (@."$schema" == "urn:a")'), 1);
});

test('a schema is replaced, also in a part, and cleared by an empty text (row 28)', async () => {
  const [a, b, c] = [await schema('urn:a'), await schema('urn:b'), await schema('urn:c')];
  const id = await uploaded('{"$schema":"urn:a","m":{"x":12345678901234567890}}');
  assert.deepEqual(parsed(await set(id, 'urn:b')), { [b]: 'urn:b' });
  assert.deepEqual(parsed(await set(id, '"urn:c"', '?path=m')), { [b]: 'urn:b', [c]: 'urn:c' });
  const both = '{"$schema":"urn:b","m":{"$schema":"urn:c","x":12345678901234567890}}';
  assert.equal((await get(id, 'data')).body, both);
  for (const [uri, runs] of [
    ['urn:a', 0],
    ['urn:b', 1],
  ] as const)
    assert.equal(await found(`$ ? (@."$schema" == "${uri}")`), runs);
  assert.deepEqual(parsed(await set(id, '')), { [c]: 'urn:c' });
  assert.deepEqual(parsed(await set(id, '', '?path=m')), {});
  assert.equal((await get(id, 'data')).body, '{"m":{"x":12345678901234567890}}');
  assert.deepEqual(parsed(await set(id, 'urn:a')), { [a]: 'urn:a' });
});

test('a document with an index is found by it in its new revision', async () => {
  await schema('urn:a');
  const id = await uploaded(JSON.stringify({ list: Array.from({ length: 50_000 }, (_, n) => ({ n })) }));
  const old = memory.indexes.get(id) ?? assert.fail('no index');
  await set(id, 'urn:a');
  const { revision } = (await repository().runs.get(id)) ?? assert.fail();
  const index = memory.indexes.get(`${id}.${revision}`) ?? assert.fail('no index');
  assert.notDeepEqual(index, old);
  assert.ok((await get(id, 'data')).body.startsWith('{"$schema":"urn:a","list":[{"n":0}'));
});

test('an impossible change is rejected with a reason, also when the user has no permission', async () => {
  await schema('urn:a');
  await repository().schemas.create({ name: 'h', uri: 'urn:hidden', owner: 'eve-team', access: 'PRIVATE' });
  const id = await uploaded('{"m":7}');
  for (const [answer, status, code] of [
    [await set(id, 'urn:a', '?path=m'), 400, 'SCHEMA_PATH_INVALID'],
    [await set(id, 'urn:a', '?path=x'), 400, 'SCHEMA_PATH_INVALID'],
    [await set(id, 'x'.repeat(513)), 400, 'SCHEMA_URI_TOO_LONG'],
    [await set(id, 'urn:nobody-knows'), 404, 'SCHEMA_NOT_FOUND'],
    [await set(id, 'urn:hidden'), 404, 'SCHEMA_NOT_FOUND'],
    [await set(999, 'urn:a'), 404, 'RUN_NOT_FOUND'],
  ] as const)
    assert.deepEqual([answer.status, JSON.parse(answer.body).code], [status, code]);
  assert.equal((await set(id, 'urn:a', '', eve)).status, 403);
  const hasBytes = (sizeBytes: number) => repository().runs.change(id, (run) => ({ ...run, sizeBytes }));
  await hasBytes(uploadLimits.uploadBytesMax + 1);
  const large = await set(id, 'urn:a');
  assert.deepEqual([large.status, JSON.parse(large.body).code], [413, 'RUN_TOO_LARGE']);
  await hasBytes(7);
  assert.equal((await get(id, 'data')).body, '{"m":7}');
});
