import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** The operations on a run after its upload, and their permissions. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => {
  memory.table.clear();
  memory.bodies.clear();
});

function ask(
  line: string,
  { body, as = ada, type = 'text/plain' }: { body?: string; as?: string; type?: string } = {},
) {
  return send(line, { key: as, ...(body !== undefined && { body, headers: { 'content-type': type } }) });
}
const parsed = ({ body }: Answer) => JSON.parse(body);
async function uploaded(query = 'test=shop&start=1&stop=2&access=PUBLIC'): Promise<number> {
  const answer = await send(`POST /api/run/data?${query}`, { key: ada, body: '{"a":1}' });
  assert.equal(answer.status, 202, answer.body);
  return Number(answer.body);
}
const total = async (query = '', as = ada): Promise<number> =>
  parsed(await send(`GET /api/run/list?${query}`, { key: as })).total;

test('a run goes into the trash and comes back, as often as requested (rows 30, 31, 33)', async () => {
  const id = await uploaded();
  const trash = (isTrashed = '') => ask(`POST /api/run/${id}/trash${isTrashed}`);
  assert.deepEqual([(await trash()).status, (await trash()).status], [204, 204]);
  assert.deepEqual([await total(), await total('trashed=true')], [0, 1]);
  assert.equal(parsed(await ask(`GET /api/run/${id}/summary`)).trashed, true);
  assert.deepEqual(parsed(await ask('GET /api/run/count?testId=1')), { total: 1, active: 0, trashed: 1 });
  assert.equal((await trash('?isTrashed=false')).status, 204);
  assert.deepEqual([await total(), memory.bodies.has(id)], [1, true]);
  const { testId, start } = (await repository().runs.get(id)) ?? assert.fail();
  assert.deepEqual([testId, start], [1, 1]);
  await trash();
  await repository().tests.remove(1);
  assert.deepEqual([(await trash('?isTrashed=false')).status, await total()], [400, 0]);
});

test('a run of the trash is deleted for good, by a tester of its team', async () => {
  const id = await uploaded('test=shop&start=1&stop=2&access=PUBLIC&schema=urn:shop:1');
  const other = await uploaded();
  const line = `DELETE /api/run/${id}`;
  const early = await ask(line);
  assert.deepEqual([early.status, parsed(early).code], [409, 'RUN_NOT_TRASHED']);
  assert.match(parsed(early).message, new RegExp(`POST /api/run/${id}/trash`));
  await ask(`POST /api/run/${id}/trash`);
  assert.equal((await ask(line, { as: eve })).status, 403);
  assert.equal(await total('trashed=true'), 2);
  assert.equal((await ask(line)).status, 204);
  assert.equal(await total('trashed=true'), 1);
  const { total: counted, trashed } = parsed(await ask('GET /api/run/count?testId=1'));
  assert.deepEqual([counted, trashed], [1, 0]);
  for (const again of [line, `GET /api/run/${id}/summary`, `GET /api/run/${id}/data`, 'DELETE /api/run/999'])
    assert.equal((await ask(again)).status, 404, again);
  assert.equal((await ask(`POST /api/run/${id}/trash?isTrashed=false`)).status, 404);
  assert.equal((await ask(`GET /api/run/${other}/summary`)).status, 200);
});

test('a run in the trash has no datasets, and new ones when it comes back (rows 30, 36)', async () => {
  const id = await uploaded('test=shop&start=1&stop=2&access=PUBLIC&schema=urn:shop:1');
  const datasets = async () => parsed(await ask(`GET /api/run/${id}/summary`)).datasets;
  const [first, ...others] = await datasets();
  assert.deepEqual([typeof first, others], ['number', []]);
  await ask(`POST /api/run/${id}/trash`);
  assert.deepEqual(await datasets(), []);
  assert.deepEqual(parsed(await ask(`POST /api/run/${id}/recalculate`)), []);
  await ask(`POST /api/run/${id}/trash?isTrashed=false`);
  const [second] = await datasets();
  assert.ok(second > first);
  const ids = parsed(await ask(`POST /api/run/${id}/recalculate`));
  assert.ok(ids.length === 1 && ids[0] > second);
  assert.deepEqual(await datasets(), ids);
  assert.equal((await ask(`POST /api/run/${id}/recalculate`, { as: eve })).status, 403);
  assert.equal((await ask('POST /api/run/999/recalculate')).status, 404);
});

test('parts of a document and its metadata are read by their schema, byte for byte (rows 25, 26)', async () => {
  const form = (data: string, metadata = '') =>
    `${['data', 'metadata']
      .map((name, n) => [name, [data, metadata][n]] as const)
      .filter(([, text]) => text)
      .map(
        ([name, text]) =>
          `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\nContent-Type: application/json\r\n\r\n${text}\r\n`,
      )
      .join('')}--b--\r\n`;
  const put = async (data: string, metadata?: string): Promise<number> => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const line = 'POST /api/run/data?test=shop&start=1&stop=2';
    const answer = await send(line, { key: ada, headers, body: form(data, metadata) });
    assert.equal(answer.status, 202, answer.body);
    return Number(answer.body);
  };
  const [a, b] = ['{ "$schema": "urn:a", "n": 1.50 }', '{"$schema":"urn:b","ü":12345678901234567890}'];
  const whole = `{"é": 1, "m": ${b}, "$schema": "urn:r"}`;
  const object = await put(whole, `[${a}, ${b}]`);
  const array = await put(`[7, ${a} ,${b}]`);
  for (const [id, what, uri, expected] of [
    [object, 'data', 'urn:r', whole],
    [object, 'data', 'urn:b', b],
    [array, 'data', 'urn:a', a],
    [array, 'data', 'urn:b', b],
    [object, 'metadata', 'urn:b', b],
  ] as const)
    assert.equal((await ask(`GET /api/run/${id}/${what}?schemaUri=${uri}`)).body, expected);
  assert.equal((await ask(`GET /api/run/${object}/metadata`)).body, `[${a}, ${b}]`);
  assert.equal((await ask(`GET /api/run/${array}/metadata`)).body, 'null');
  for (const line of [`${object}/data?schemaUri=urn:a`, `${array}/metadata?schemaUri=urn:a`]) {
    const answer = await ask(`GET /api/run/${line}`);
    assert.deepEqual([answer.status, parsed(answer).code], [404, 'PART_NOT_FOUND']);
  }
  assert.equal((await ask(`GET /api/run/${object}/metadata`, { as: eve })).status, 404);
});

test('the runs that name a schema are listed, as far as the caller may see both (row 29)', async () => {
  const id = await uploaded('test=shop&start=1&stop=2&access=PUBLIC&schema=urn:shop:1');
  await uploaded('test=shop&start=5&stop=6&schema=urn:shop:1');
  await uploaded();
  const listed = async (as = ada, query = '') => {
    const { total: count, runs: page } = parsed(
      await ask(`GET /api/run/bySchema?uri=urn:shop:1${query}`, { as }),
    );
    return [count, page.map(({ start }: { start: number }) => start)];
  };
  assert.deepEqual(await listed(), [0, []]);
  const schema = { name: 'shop', uri: 'urn:shop:1', owner: 'ada-team', access: 'PUBLIC' } as const;
  const made = await repository().schemas.create(schema);
  assert.deepEqual(
    [await listed(), await listed(eve)],
    [
      [2, [5, 1]],
      [1, [1]],
    ],
  );
  assert.deepEqual(await listed(ada, '&limit=1&page=2'), [2, [1]]);
  await ask(`POST /api/run/${id}/trash`);
  assert.deepEqual(await listed(), [1, [5]]);
  assert.ok(typeof made === 'object');
  await repository().schemas.change(made.id, (present) => ({ ...present, access: 'PRIVATE' }));
  assert.deepEqual(await listed(eve), [0, []]);
});

test('a run is described and given away by testers of its team alone (rows 34, 35)', async () => {
  const id = await uploaded();
  assert.equal((await ask(`POST /api/run/${id}/description`, { body: 'é "new"\n' })).status, 204);
  assert.equal(parsed(await ask(`GET /api/run/${id}/summary`)).description, 'é "new"\n');
  const json = { body: '"a \\"new\\" one"', type: 'application/json' };
  assert.equal((await ask(`POST /api/run/${id}/description`, json)).status, 204);
  assert.equal(parsed(await ask(`GET /api/run/${id}/summary`)).description, 'a "new" one');
  const { version } = parsed(await ask(`GET /api/run/${id}/summary`));
  const replacing = (body: string) => ask(`POST /api/run/${id}/description?replaces=${version}`, { body });
  assert.equal((await replacing('mine')).status, 204);
  const late = await replacing('yours');
  assert.deepEqual([late.status, parsed(late).code], [409, 'RUN_CHANGED']);
  assert.equal(parsed(await ask(`GET /api/run/${id}/summary`)).description, 'mine');
  const long = await ask(`POST /api/run/${id}/description`, { body: 'x'.repeat(4097) });
  assert.deepEqual([long.status, parsed(long).code], [400, 'REQUEST_INVALID']);
  const xml = await ask(`POST /api/run/${id}/description`, { body: 'x', type: 'text/xml' });
  assert.deepEqual(
    [xml.status, parsed(xml).message],
    [415, 'the content type must be text/plain or application/json, found text/xml'],
  );
  assert.equal((await ask(`POST /api/run/${id}/updateAccess?owner=ada-team&access=PROTECTED`)).status, 204);
  assert.equal(parsed(await ask(`GET /api/run/${id}/summary`, { as: eve })).access, 'PROTECTED');
  for (const [line, body] of [
    ['trash', undefined],
    ['description', 'x'],
    ['updateAccess?owner=eve-team&access=0', undefined],
  ] as const)
    assert.equal(
      (await ask(`POST /api/run/${id}/${line}`, { as: eve, ...(body && { body }) })).status,
      403,
      line,
    );
  assert.equal((await ask(`POST /api/run/${id}/updateAccess?owner=eve-team&access=0`)).status, 403);
  assert.equal((await ask(`POST /api/run/${id}/updateAccess?owner=ada-team&access=2`)).status, 204);
  for (const line of [`GET /api/run/${id}/summary`, `POST /api/run/${id}/trash`, 'GET /api/run/999/summary'])
    assert.equal((await ask(line, { as: eve })).status, 404, line);
  assert.deepEqual([await total('', eve), await total()], [0, 1]);
});

test('the runs of a test are listed and counted as far as the caller may see them', async () => {
  await uploaded();
  await uploaded('test=shop&start=5&stop=6');
  const { id: testId } = (await repository().tests.byName('shop')) ?? assert.fail();
  const listed = async (as = ada, query = '') =>
    parsed(await ask(`GET /api/run/list/${testId}${query}`, { as }));
  assert.deepEqual(
    (await listed()).runs.map(({ start }: { start: number }) => start),
    [5, 1],
  );
  assert.deepEqual(
    [(await listed(ada, '?limit=1&page=2')).runs.length, (await listed(ada, '?limit=1')).total],
    [1, 2],
  );
  assert.deepEqual(parsed(await ask(`GET /api/run/count?testId=${testId}`, { as: eve })), {
    total: 1,
    active: 1,
    trashed: 0,
  });
  assert.equal((await ask('GET /api/run/list/999')).status, 404);
  assert.deepEqual(parsed(await ask('GET /api/run/count?testId=999')), { total: 0, active: 0, trashed: 0 });
  assert.equal((await ask('GET /api/run/count')).status, 400);
});

test('teams are requested by name, or as the own ones', async () => {
  await uploaded();
  for (const [roles, found] of [
    ['__my', 0],
    ['__all', 1],
    ['', 1],
    ['ada-team', 1],
    ['x-team;ada-team', 1],
    ['x-team', 0],
  ] as const)
    assert.equal(await total(`roles=${roles}`, eve), found, roles);
});

test('a run shows where it names schemas that there are, and the name of a test to who may see that (rows 6, 20, 136)', async () => {
  const id = await uploaded('test=shop&start=1&stop=2&access=PUBLIC&schema=urn:shop:1');
  const usages = async (as = ada) => parsed(await ask(`GET /api/run/${id}/summary`, { as })).schemas;
  assert.deepEqual(await usages(), []);
  const schema = { name: 'shop', uri: 'urn:shop:1', owner: 'ada-team', access: 'PRIVATE' } as const;
  const made = await repository().schemas.create(schema);
  assert.ok(typeof made === 'object');
  const usage = { id: made.id, name: 'shop', uri: 'urn:shop:1', source: 0, type: 0, key: null };
  assert.deepEqual([await usages(), await usages(eve)], [[{ ...usage, hasJsonSchema: false }], []]);
  const list = async (as = ada) => parsed(await send('GET /api/run/list', { key: as })).runs[0];
  assert.deepEqual((await list()).schemas, await usages());
  assert.deepEqual([(await list()).testname, (await list(eve)).testname], ['shop', 'shop']);
  await repository().tests.change((await list()).testid, (test) => ({ ...test, access: 'PRIVATE' }));
  assert.deepEqual([(await list()).testname, (await list(eve)).testname], ['shop', null]);
  assert.equal(parsed(await ask(`GET /api/run/${id}/summary`, { as: eve })).testname, null);
  await ask(`POST /api/run/${id}/trash`);
  assert.deepEqual(await usages(), []);
  const hidden = await uploaded('test=shop&start=9&stop=10');
  const { access, testname } = parsed(await ask(`GET /api/run/${hidden}/summary`));
  assert.deepEqual([hidden > id, access, testname], [true, 'PRIVATE', 'shop']);
  assert.equal((await ask(`GET /api/run/${hidden}/summary`, { as: eve })).status, 404);
});

test('a run shows what the JSON Schemas that it names have to say of it', async () => {
  const rule = JSON.stringify({ type: 'object', required: ['b'] });
  const schema = { name: 'shop', uri: 'urn:shop:1', owner: 'ada-team', access: 'PUBLIC' } as const;
  const made = await repository().schemas.create({ ...schema, schema: rule });
  assert.ok(typeof made === 'object');
  const id = await uploaded('test=shop&start=1&stop=2&access=PUBLIC&schema=urn:shop:1');
  const [found, ...others] = parsed(await ask(`GET /api/run/${id}/summary`)).validationErrors;
  assert.deepEqual([found.schemaId, found.error.type, others], [made.id, 'required', []]);
});

test('a list shows what JSON Schemas refuse, ten errors of each of the first hundred runs, to whom sees the schema', async () => {
  const names = Array.from({ length: 11 }, (_, n) => `m${n}`);
  const rules = { 'urn:open': ['b'], 'urn:many': names, 'urn:hidden': ['c'] };
  const ids = new Map<string, number>();
  for (const [uri, required] of Object.entries(rules)) {
    const access = uri === 'urn:hidden' ? 'PRIVATE' : 'PUBLIC';
    const more = { owner: 'ada-team', access, schema: JSON.stringify({ required }) } as const;
    const made = await repository().schemas.create({ name: uri, uri, ...more });
    ids.set(uri, typeof made === 'object' ? made.id : assert.fail());
  }
  const put = (schema: string) => uploaded(`test=shop&start=1&stop=2&access=PUBLIC&schema=${schema}`);
  const [open, many, hidden, valid] = [
    await put('urn:open'),
    await put('urn:many'),
    await put('urn:hidden'),
    await put('urn:none'),
  ];
  const listed = async (line: string, as: string) => {
    const { runs: rows } = parsed(
      await (!line.includes('list/') ? send(line, { key: as }) : ask(line, { as })),
    );
    return new Map(
      rows.map((run: { id: number; validationErrors: unknown[] }) => [run.id, run.validationErrors]),
    );
  };
  for (const line of ['GET /api/run/list?limit=100', 'GET /api/run/list/1?limit=100']) {
    const [own, others] = [await listed(line, ada), await listed(line, eve)];
    const counts = (found: Map<unknown, unknown>) =>
      [open, many, hidden, valid].map((id) => (found.get(id) as unknown[]).length);
    assert.deepEqual(
      [counts(own), counts(others)],
      [
        [1, 10, 1, 0],
        [1, 10, 0, 0],
      ],
    );
    const [error] = own.get(open) as { schemaId: number; error: { type: string } }[];
    assert.deepEqual([error?.schemaId, error?.error.type], [ids.get('urn:open'), 'required']);
  }
  for (let n = 0; n < 99; n += 1) await put('urn:open');
  const all = [...(await listed('GET /api/run/list', ada)).values()] as unknown[][];
  assert.deepEqual([all.length, all.filter((errors) => errors.length > 0).length], [103, 100]);
});

test('a run in the trash lists no schemas, next to a run that lists them', async () => {
  await repository().schemas.create({ name: 'shop', uri: 'urn:shop:1', owner: 'ada-team', access: 'PUBLIC' });
  const query = 'test=shop&start=1&stop=2&access=PUBLIC&schema=urn:shop:1';
  const [id, other] = [await uploaded(query), await uploaded(query)];
  await ask(`POST /api/run/${id}/trash`);
  const { runs: listed } = parsed(await send('GET /api/run/list?trashed=true', { key: ada }));
  const schemas = (run: number) => listed.find((each: { id: number }) => each.id === run).schemas;
  assert.deepEqual([schemas(id), schemas(other).length], [[], 1]);
});
