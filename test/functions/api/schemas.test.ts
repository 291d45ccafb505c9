import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { handler as schemas } from '../../../functions/api/schemas.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { type Answer, invoke } from './invoke.ts';
import { parsed, refused, send, sendingAs } from './requests.ts';

/** The API makes, lists, changes and deletes schemas. The rows are those of the original server's tests. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => memory.table.clear());

const ask = sendingAs(ada);
const byUri = (uri: string, as = ada): Promise<Answer> =>
  send(`GET /api/schema/idByUri/${encodeURIComponent(uri)}`, { key: as });
async function made(name: string, uri = `urn:${name}`, more = {}, as = ada): Promise<number> {
  const answer = await ask('POST /api/schema', { name, uri, ...more }, as);
  assert.equal(answer.status, 201, answer.body);
  return parsed(answer);
}
const got = async (id: number, as = ada) => parsed(await ask(`GET /api/schema/${id}`, undefined, as));
const names = async (query: string, as = ada): Promise<string[]> =>
  parsed(await ask(`GET /api/schema${query}`, undefined, as)).schemas.map(
    (each: { name: string }) => each.name,
  );

suite('a schema', () => {
  test('is refused with labels or transformers, which a bundle keeps', async () => {
    for (const part of ['labels', 'transformers']) {
      const body = { name: 'parts', uri: 'urn:parts', [part]: [{ name: 'l' }] };
      assert.deepEqual(refused(await ask('POST /api/schema', body)), [
        ...[400, 'BODY_MISPLACED'],
        `the body of a schema cannot have the member '${part}'; remove this member, or import the whole schema with POST /api/schema/import`,
      ]);
    }
  });

  test('is made by a tester of its owner, under a new id (rows 88, 91)', async () => {
    assert.equal(await made('fio', 'urn:fio', { id: 9999, unknown: true }), 1);
    assert.deepEqual(await got(1), {
      id: 1,
      name: 'fio',
      uri: 'urn:fio',
      description: null,
      schema: null,
      owner: 'ada-team',
      access: 'PUBLIC',
    });
    const body = { name: 'x', uri: 'urn:x', owner: 'ada-team' };
    assert.deepEqual(refused(await ask('POST /api/schema', body, eve)), [
      ...[
        403,
        'FORBIDDEN',
        'This user is not a member of team ada-team: name another team, or ask a manager of this team to add the user',
      ],
    ]);
    assert.equal((await ask('POST /api/schema', body, '')).status, 401);
    assert.equal((await ask('POST /api/schema', { ...body, owner: 'nobody-team' })).status, 403);
    assert.equal((await ask('POST /api/schema', { ...body, name: ' ' })).status, 400);
  });

  test('has a URI of a known scheme (row 89)', async () => {
    for (const scheme of ['urn', 'uri', 'http', 'https', 'ftp', 'file', 'jar'])
      await made(scheme, `${scheme}:x`);
    for (const uri of ['dummy:schema', 'urn', 'URN:x', ''])
      assert.deepEqual(refused(await ask('POST /api/schema', { name: 'x', uri })), [
        ...[400, 'SCHEMA_URI_INVALID'],
        'Please use URI starting with one of these schemes: [urn, uri, http, https, ftp, file, jar]',
      ]);
  });

  test('has a name and a URI of its own, which a change frees (rows 90, 92)', async () => {
    const [a, b] = [await made('a'), await made('b')];
    const nameTaken = [
      400,
      'SCHEMA_NAME_TAKEN',
      'Name already used: another schema has this name, so choose another name',
    ];
    const uriTaken = [
      400,
      'SCHEMA_URI_TAKEN',
      'URI already used: another schema has this URI, so choose another URI',
    ];
    assert.deepEqual(refused(await ask('POST /api/schema', { name: 'a', uri: 'urn:c' })), nameTaken);
    assert.deepEqual(refused(await ask('POST /api/schema', { name: 'c', uri: 'urn:a' })), uriTaken);
    assert.deepEqual(refused(await ask('PUT /api/schema', { id: b, name: 'a', uri: 'urn:b' })), nameTaken);
    assert.deepEqual(refused(await ask('PUT /api/schema', { id: b, name: 'b', uri: 'urn:a' })), uriTaken);
    assert.deepEqual(refused(await ask('PUT /api/schema', { id: b, name: 'c', uri: 'urn:a' })), uriTaken);
    assert.equal(parsed(await ask('PUT /api/schema', { id: a, name: 'c', uri: 'urn:c' })), a);
    assert.equal(parsed(await ask('PUT /api/schema', { id: b, name: 'a', uri: 'urn:a' })), b);
    assert.equal(parsed(await byUri('urn:a')), b);
    assert.equal((await byUri('urn:b')).status, 404);
  });

  test('is as a change says, with defaults for what it leaves out (row 92)', async () => {
    const id = await made('a', 'urn:a', { description: 'd', schema: { type: 'object' }, access: 'PRIVATE' });
    assert.equal((await ask('PUT /api/schema', { id, name: 'b', uri: 'urn:a' })).status, 200);
    const { name, description, schema, access } = await got(id);
    assert.deepEqual([name, description, schema, access], ['b', null, null, 'PRIVATE']);
    const missing = (n: number) => [
      ...[404, 'SCHEMA_NOT_FOUND', `Missing schema id or schema with id ${n} does not exist`],
    ];
    const body = { name: 'x', uri: 'urn:x' };
    assert.deepEqual(refused(await ask('PUT /api/schema', { id: 999, ...body })), missing(999));
    assert.deepEqual(refused(await ask('PUT /api/schema', body)), missing(0));
    assert.equal((await ask('PUT /api/schema', { id, ...body }, eve)).status, 404);
    assert.equal((await ask('PUT /api/schema', { id, ...body, owner: 'eve-team' })).status, 403);
    const open = await made('open');
    assert.equal((await ask('PUT /api/schema', { id: open, ...body }, eve)).status, 403);
  });

  test('keeps a JSON Schema that came as an object or as its text, and nothing else', async () => {
    const deep = JSON.parse(`${'{"not":'.repeat(40)}{}${'}'.repeat(40)}`);
    const cases: [given: unknown, kept: unknown][] = [
      [{ type: 'object' }, { type: 'object' }],
      ['{"type":"object"}', { type: 'object' }],
      [deep, deep],
      ...['', 'text', '{}', ' [] ', {}, [], 7, true, null].map((none): [unknown, unknown] => [none, null]),
    ];
    for (const [n, [schema, kept]] of cases.entries())
      assert.deepEqual((await got(await made(`s${n}`, `urn:${n}`, { schema }))).schema, kept, `case ${n}`);
    for (const [schema, code] of [
      ['{"type":', 'SCHEMA_NOT_JSON'],
      [`${'{"not":'.repeat(600)}{}${'}'.repeat(600)}`, 'SCHEMA_NOT_JSON'],
      [[{}], 'SCHEMA_NOT_OBJECT'],
      ['[1]', 'SCHEMA_NOT_OBJECT'],
    ])
      assert.equal(refused(await ask('POST /api/schema', { name: 'x', uri: 'urn:x', schema }))[1], code);
    const schema = { title: 'x'.repeat(350_000) };
    assert.equal((await ask('POST /api/schema', { name: 'x', uri: 'urn:x', schema })).status, 413);
  });

  test('is found by its id and its URI, unless it is hidden (row 93)', async () => {
    const id = await made('a', 'http://a.example/b?c=d', { access: 2 });
    assert.equal(parsed(await byUri('http://a.example/b?c=d')), id);
    assert.equal((await byUri(`urn:${'x'.repeat(2000)}`)).status, 404, 'longer than a key of the table');
    const rest = { routeKey: 'ANY /api/schema/idByUri/{uri+}', path: { uri: 'http://a.example/b?c=d' } };
    assert.equal(parsed(await invoke(schemas, 'GET /x', { key: ada, ...rest })), id);
    assert.deepEqual(refused(await byUri('http://a.example/b?c=d', eve)), [
      ...[404, 'SCHEMA_NOT_FOUND', 'Schema with given uri not found: http://a.example/b?c=d'],
    ]);
    const notFound = (missing: number) => [
      ...[
        404,
        'SCHEMA_NOT_FOUND',
        `Schema not found: there is no schema ${missing} that you may see; list the schemas with GET /api/schema`,
      ],
    ];
    assert.deepEqual(refused(await ask(`GET /api/schema/${id}`, undefined, eve)), notFound(id));
    assert.deepEqual(refused(await ask('GET /api/schema/999')), notFound(999));
  });

  test('is given to a team by its testers alone (row 97)', async () => {
    const id = await made('a');
    assert.equal((await ask(`POST /api/schema/${id}/updateAccess?owner=ada-team&access=1`)).status, 204);
    assert.equal((await got(id, eve)).access, 'PROTECTED');
    assert.equal((await ask(`POST /api/schema/${id}/updateAccess?owner=eve-team&access=1`)).status, 403);
    assert.equal(
      (await ask(`POST /api/schema/${id}/updateAccess?owner=eve-team&access=0`, {}, eve)).status,
      403,
    );
    assert.equal((await ask('POST /api/schema/999/updateAccess?owner=ada-team&access=1')).status, 404);
  });

  test('that is deleted leaves its name and URI to others', async () => {
    const id = await made('a');
    assert.equal((await ask(`DELETE /api/schema/${id}`, undefined, eve)).status, 403);
    assert.equal((await ask(`DELETE /api/schema/${id}`)).status, 204);
    assert.deepEqual(refused(await ask(`DELETE /api/schema/${id}`)), [
      404,
      'SCHEMA_NOT_FOUND',
      `Schema not found: there is no schema ${id} that you may see; list the schemas with GET /api/schema`,
    ]);
    assert.equal((await byUri('urn:a')).status, 404);
    assert.notEqual(await made('a'), id);
  });

  test('makes what was read of definitions old when it is made, changed or deleted', async () => {
    const version = () => memory.table.items.get('definitions')?.get('version')?.version;
    const id = await made('a');
    assert.equal(version(), 1);
    await ask('PUT /api/schema', { id, name: 'b', uri: 'urn:b' });
    await ask(`POST /api/schema/${id}/updateAccess?owner=ada-team&access=1`);
    assert.equal(version(), 3);
    await ask(`DELETE /api/schema/${id}`);
    assert.equal(version(), 4);
  });
});

suite('lists of schemas', () => {
  test('have pages from 0, the last name first unless another order is requested (row 94)', async () => {
    for (const [name, uri] of [
      ['Abc', 'urn:2'],
      ['Ghi', 'urn:1'],
      ['Def', 'urn:3'],
    ])
      await made(name ?? '', uri);
    assert.deepEqual(await names(''), ['Ghi', 'Def', 'Abc']);
    assert.deepEqual(await names('?sort=uri&direction=Ascending'), ['Ghi', 'Abc', 'Def']);
    assert.deepEqual(await names('?sort=uri&direction=Descending'), ['Def', 'Abc', 'Ghi']);
    const { schemas: page, count } = parsed(await ask('GET /api/schema?limit=2&page=0'));
    assert.deepEqual([page.length, count], [2, 3]);
    assert.deepEqual(await names('?limit=2&page=1'), ['Abc']);
  });

  test('by a part of the name count all (row 95)', async () => {
    for (const name of ['Abc', 'bCd', 'xyz']) await made(name);
    const { schemas: found, count } = parsed(await ask('GET /api/schema?name=BC&limit=1&page=1'));
    assert.deepEqual([found.map((each: { name: string }) => each.name), count], [['Abc'], 3]);
    assert.deepEqual(await names('?name=none'), []);
  });

  test('show what the caller may see, of the teams that are requested (row 96)', async () => {
    await made('a');
    await made('hidden', 'urn:h', { access: 'PRIVATE' });
    assert.deepEqual(await names('?roles=__my', eve), []);
    assert.deepEqual(await names('?roles=__all', eve), ['a']);
    assert.deepEqual(await names('?roles=ada-team'), ['hidden', 'a']);
  });

  test('can be names and URIs alone, and tell where a label is used (row 114)', async () => {
    for (const name of ['a', 'b', 'c']) await made(name);
    const ids = async (query: string): Promise<number[]> =>
      parsed(await ask(`GET /api/schema/descriptors${query}`)).map((each: { id: number }) => each.id);
    const [first = 0, second = 0, third = 0] = await ids('');
    assert.deepEqual(await ids(`?id=${third}&id=${first}&id=999`), [first, third]);
    assert.deepEqual(parsed(await ask(`GET /api/schema/descriptors?id=${second}`)), [
      { id: second, name: 'b', uri: 'urn:b' },
    ]);
    const body = JSON.stringify({ name: 't', fingerprintLabels: ['build', 'arch'] });
    const headers = { 'content-type': 'application/json' };
    await send('POST /api/test', { key: ada, headers, body });
    const usages = async (label: string) => parsed(await ask(`GET /api/schema/findUsages?label=${label}`));
    assert.deepEqual(await usages('arch'), [{ type: 'FINGERPRINT', testId: 1, testName: 't' }]);
    assert.deepEqual(await usages('arc'), []);
    assert.equal((await ask('GET /api/schema/findUsages')).status, 400);
  });
});
