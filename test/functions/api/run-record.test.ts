import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { emptyTable, keyOfUser, openMemory } from '../memory.ts';
import { send } from './requests.ts';

/**
 * An upload may be a complete record of a run, with the run's own fields (rows 32, 41 and 133 of the
 * compatibility page).
 */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => emptyTable(memory));

const store = (record: object | string, query = '', key = ada) =>
  send(`POST /api/run/test${query}`, {
    key,
    headers: { 'content-type': 'application/json' },
    body: typeof record === 'string' ? record : JSON.stringify(record),
  });
const times = { start: 1, stop: '2020-01-01T00:00:00Z' };
async function refusal(record: object, query = '', key = ada): Promise<string> {
  const { status, body } = await store(record, query, key);
  assert.equal(status, 400, body);
  return JSON.parse(body).message;
}
async function rowOf(record: object | string, query = '') {
  const { status, body } = await store(record, query);
  assert.equal(status, 202, body);
  const [id] = JSON.parse(body);
  return (await repository().runs.get(id)) ?? assert.fail();
}

test('the query names the test, else the record its id; the answer is a list of one id (rows 32, 41, 133)', async () => {
  const first = await rowOf({ ...times, data: { a: 1 }, id: 77, testid: 999, datasets: null }, '?test=shop');
  const { id: testid } = (await repository().tests.byName('shop')) ?? assert.fail();
  assert.deepEqual([first.testId, first.start, first.stop], [testid, 1, Date.UTC(2020, 0, 1)]);
  const second = await rowOf({ ...times, data: [1], testid });
  assert.deepEqual([second.testId, second.id > first.id], [testid, true]);
  assert.equal((await rowOf({ ...times, data: [1], testid: String(testid) })).testId, testid);
  assert.match(await refusal({ ...times, data: [1], testid: 'shop' }), /testid/);
  assert.equal(await refusal({ ...times, data: {} }), 'No test name or id provided');
  assert.match(await refusal({ ...times, data: {}, testid: 999 }), /^Cannot upload to test 999, either/);
});

test('a user who may not upload to the test of an id does not see its name', async () => {
  const { testId: testid } = await rowOf({ ...times, data: {} }, '?test=secret');
  const refused = await refusal({ ...times, data: {}, testid }, '', eve);
  assert.equal(
    refused,
    `Cannot upload to test ${testid}, either it does not exist or user is not an uploader: create the test, or use an API key of a user with the role uploader in the team of the test`,
  );
});

test('the id in a record is no name', async () => {
  const { id } = (await repository().tests.create({ name: 'a', owner: 'ada-team', access: 'PUBLIC' })) ?? {};
  await repository().tests.create({ name: String(id), owner: 'ada-team', access: 'PUBLIC' });
  assert.equal((await rowOf({ ...times, data: {}, testid: id })).testId, id);
});

test('owner and access are those of the query, else of the record, else the defaults', async () => {
  const shared = { ...times, data: {}, owner: 'ada-team', access: 'PROTECTED' };
  assert.equal((await rowOf(shared, '?test=t')).access, 'PROTECTED');
  assert.equal((await rowOf({ ...shared, access: 0 }, '?test=t')).access, 'PUBLIC');
  assert.equal((await rowOf(shared, '?test=t&access=PUBLIC')).access, 'PUBLIC');
  const plain = await rowOf({ ...times, data: {} }, '?test=t');
  assert.deepEqual([plain.access, plain.owner], ['PRIVATE', 'ada-team']);
  assert.match(await refusal({ ...shared, owner: 'eve-team' }, '?test=t'), /owner=eve-team/);
});

test('the document and the metadata keep every byte, and JSON text in a string is unwrapped', async () => {
  const data = '{ "$schema": "urn:a", "big": 12345678901234567890, "n": 1.50 }';
  const record = `{"start":1,"stop":2,"metadata":{"$schema":"urn:m","n":1e3},"data": ${data},"description":"$.big"}`;
  const { id, schemas, description } = await rowOf(record, '?test=t');
  assert.equal(Buffer.from(memory.bodies.get(id) ?? []).toString(), data);
  assert.equal(Buffer.from(memory.metadata.get(id) ?? []).toString(), '[{"$schema":"urn:m","n":1e3}]');
  assert.deepEqual([schemas?.map(({ uri }) => uri), description], [['urn:a', 'urn:m'], '$.big']);
  const text = await rowOf({ ...times, data }, '?test=t');
  assert.equal(Buffer.from(memory.bodies.get(text.id) ?? []).toString(), data);
  assert.equal(text.schemas?.length, 1);
});

test('metadata may be null', async () => {
  const { id } = await rowOf({ ...times, data: { a: 1 }, metadata: null }, '?test=t');
  assert.equal(Buffer.from(memory.bodies.get(id) ?? []).toString(), '{"a":1}');
});

test('a record may begin with a byte order mark', async () => {
  const { id } = await rowOf('\ufeff{"start":1,"stop":2,"data":{"a":1.50}}', '?test=t');
  assert.equal(Buffer.from(memory.bodies.get(id) ?? []).toString(), '{"a":1.50}');
});

test('invalid records are rejected', async () => {
  const broken = JSON.parse((await store('{"start":', '?test=t')).body);
  assert.match(broken.message, /^the body is not JSON: line 1, column 10: expected a value, found the end/);
  assert.match(await refusal(times, '?test=t'), /^No data! The member data is missing/);
  assert.match(await refusal({ ...times, data: null }, '?test=t'), /^No data! The member data is missing/);
  assert.match(await refusal({ stop: 2, data: {} }, '?test=t'), /^Cannot parse start time from/);
  assert.match(
    await refusal({ start: '$.a', stop: 2, data: { a: 1 } }, '?test=t'),
    /accepts no JSONPath here, so send milliseconds since 1970/,
  );
  assert.match(await refusal({ ...times, data: {}, description: 'x'.repeat(4097) }, '?test=t'), /4096/);
  assert.match(
    await refusal({ ...times, data: {}, metadata: [7] }, '?test=t'),
    /not an object! Each metadata object must have/,
  );
});
