import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { keyOfUser, openMemory } from '../memory.ts';
import { parsed, refused, sendingAs } from './requests.ts';

/**
 * The API adds, lists, changes and deletes labels of schemas. The rows are those of the original server's
 * tests.
 */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => memory.table.clear());

const ask = sendingAs(ada);
const schema = async (name: string, more = {}, as = ada): Promise<number> =>
  parsed(await ask('POST /api/schema', { name, uri: `urn:${name}`, ...more }, as));
async function added(id: number, list: readonly object[], as = ada): Promise<number[]> {
  const answer = await ask(`POST /api/schema/${id}/labels`, list, as);
  assert.equal(answer.status, 201, answer.body);
  return parsed(answer);
}
const versioned = async (id: number, as = ada) =>
  parsed(await ask(`GET /api/schema/${id}/labels`, undefined, as)) as {
    id: number;
    name: string;
    version: string;
  }[];
const listed = async (id: number, as = ada) =>
  (await versioned(id, as)).map(({ version: _, ...label }) => label);
const names = async (id: number, as = ada) => (await listed(id, as)).map(({ name }) => name);

suite('a label', () => {
  test('has defaults for all but its name, and an id of its own (row 108)', async () => {
    const id = await schema('s', { access: 'PROTECTED' });
    const extractors = [{ name: 'v', jsonpath: 'no path at all' }];
    const [a, b] = await added(id, [
      { id: 999, name: ' a ' },
      { name: 'b', extractors, function: ' ', metrics: false },
    ]);
    const shared = { function: null, filtering: true, owner: 'ada-team', access: 'PROTECTED', schemaId: id };
    assert.deepEqual(await listed(id), [
      { id: a, name: 'a', extractors: [], metrics: true, ...shared },
      { id: b, name: 'b', extractors: [{ ...extractors[0], isarray: false }], metrics: false, ...shared },
    ]);
    assert.notEqual(a, 999);
    assert.deepEqual(
      [(await ask(`POST /api/schema/${id}/labels`, null)).body, (await listed(id)).length],
      ['[]', 2],
    );
  });

  test('has extractors that may write isArray', async () => {
    const id = await schema('s');
    const all = [{}, { isArray: true }, { isarray: false, isArray: true }, { isarray: null, isArray: true }];
    const extractors = all.map((more, n) => ({ name: `e${n}`, jsonpath: '$.a', ...more }));
    await added(id, [{ name: 'a', extractors }]);
    const [label] = (await listed(id)) as unknown as { extractors: object[] }[];
    assert.deepEqual(
      label?.extractors,
      [false, true, false, true].map((isarray, n) => ({ name: `e${n}`, jsonpath: '$.a', isarray })),
    );
  });

  test('needs a name, whole extractors and a schema (row 108)', async () => {
    const id = await schema('s');
    for (const name of ['', ' ', null, undefined])
      assert.deepEqual(refused(await ask(`POST /api/schema/${id}/labels`, [{ name: 'ok' }, { name }])), [
        ...[400, 'LABEL_NAME_EMPTY', 'Label must have a non-blank name'],
      ]);
    const twice = ['$.a', '$.b'].map((jsonpath) => ({ name: 'a', jsonpath }));
    assert.deepEqual(
      refused(await ask(`POST /api/schema/${id}/labels`, [{ name: 'x', extractors: twice }])),
      [
        ...[
          400,
          'EXTRACTOR_INVALID',
          "More than one extractor has the name 'a': give each extractor its own name",
        ],
      ],
    );
    for (const extractor of [{ name: 'x' }, { jsonpath: '$.a' }, { name: 'x', jsonpath: ' ' }])
      assert.equal(
        (await ask(`POST /api/schema/${id}/labels`, [{ name: 'x', extractors: [extractor] }])).status,
        400,
      );
    assert.deepEqual(refused(await ask(`POST /api/schema/${id}/labels`, [{ name: 'x', access: '1' }])), [
      ...[400, 'REQUEST_INVALID'],
      "the member '[0].access' of the body must be one of PUBLIC, PROTECTED, PRIVATE, 0, 1, 2, null",
    ]);
    assert.deepEqual(await names(id), []);
    for (const line of ['GET', 'POST', 'PUT'])
      assert.deepEqual(
        refused(await ask(`${line} /api/schema/999/labels`, line === 'GET' ? undefined : [{ name: 'x' }])),
        [
          404,
          'SCHEMA_NOT_FOUND',
          'Schema 999 not found: list the schemas that you may see with GET /api/schema',
        ],
      );
  });

  test('is added once, under a name that no other one of the schema has (row 109)', async () => {
    const [id, other] = [await schema('s'), await schema('t')];
    const [a] = await added(id, [{ name: 'a' }]);
    const taken = [
      ...[400, 'LABEL_NAME_TAKEN'],
      'There is an existing label with the same name (a) in this schema; please choose different name.',
    ];
    assert.deepEqual(
      refused(await ask(`POST /api/schema/${id}/labels`, [{ name: 'b' }, { name: 'a' }])),
      taken,
    );
    assert.deepEqual(
      refused(await ask(`POST /api/schema/${other}/labels`, [{ name: 'a' }, { name: 'a' }])),
      taken,
    );
    assert.deepEqual([await names(id), await names(other)], [['a'], []]);
    await added(other, [{ name: 'a' }]);
    // The error lists only those ids of the request that exist. An unknown id is ignored.
    for (const at of [id, other])
      assert.deepEqual(refused(await ask(`POST /api/schema/${at}/labels`, [{ id: a, name: 'c' }])), [
        ...[400, 'LABEL_EXISTS', `Trying to add already existing labels [${a}]`],
      ]);
    await added(id, [{ id: 999_999, name: 'd' }]);
  });

  test('is added once when two are added at once under one name', async () => {
    const id = await schema('s');
    const answers = await Promise.all(
      [0, 1, 2].map(() => ask(`POST /api/schema/${id}/labels`, [{ name: 'a' }])),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400]);
    assert.deepEqual(await names(id), ['a']);
  });

  test('is as a change says, several in one request, even when they swap names (row 109)', async () => {
    const [id, other] = [await schema('s'), await schema('t')];
    const [a = 0, b = 0] = await added(id, [{ name: 'a', metrics: false, access: 'PRIVATE' }, { name: 'b' }]);
    const put = (list: unknown, at = id, as = ada) => ask(`PUT /api/schema/${at}/labels`, list, as);
    const change = [
      { id: b, name: 'a' },
      { id: a, name: 'b', function: 'x => x' },
    ];
    assert.deepEqual(parsed(await put(change)), [b, a]);
    const shared = { extractors: [], filtering: true, metrics: true, owner: 'ada-team', schemaId: id };
    assert.deepEqual(await listed(id), [
      { id: a, name: 'b', function: 'x => x', access: 'PRIVATE', ...shared },
      { id: b, name: 'a', function: null, access: 'PUBLIC', ...shared },
    ]);
    assert.deepEqual(refused(await put([{ id: a, name: 'x' }], other)), [
      ...[400, 'LABEL_ELSEWHERE', `Label id=${a}, name=b belongs to a different schema: ${id}(urn:s)`],
    ]);
    assert.equal(refused(await put([{ id: a, name: 'a' }]))[1], 'LABEL_NAME_TAKEN');
    assert.equal(
      refused(
        await put([
          { id: a, name: 'x' },
          { id: a, name: 'y' },
        ]),
      )[1],
      'LABEL_REPEATED',
    );
    assert.deepEqual(refused(await put([{ id: 999, name: 'x' }])), [
      404,
      'LABEL_NOT_FOUND',
      'Label 999 not found: list the labels that you may see with GET /api/schema/allLabels',
    ]);
    assert.equal((await put([{ id: b, name: 'x' }], id, eve)).status, 403);
    assert.equal((await put([{ id: b, name: 'x', owner: 'eve-team' }])).status, 403);
    assert.deepEqual([(await put(null)).body, await names(id)], ['[]', ['b', 'a']]);
  });

  test('is changed only in the version that the caller has read, if the caller names it', async () => {
    const id = await schema('s');
    const extractors = [{ name: 'v', jsonpath: '$.a', isarray: true }];
    const [a = 0, b = 0] = await added(id, [{ name: 'a', extractors }, { name: 'b' }]);
    const put = (...list: object[]) => ask(`PUT /api/schema/${id}/labels`, list);
    const version = async () => (await versioned(id)).find((label) => label.id === a)?.version;
    const first = await version();
    const races = ['x', 'y', 'z'].map((name) => put({ id: a, name, extractors, replaces: first }));
    const answers = await Promise.all(races);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const late = answers.find(({ status }) => status === 409);
    assert.deepEqual(late && refused(late), [
      409,
      'LABEL_CHANGED',
      `Label ${a} has another version than \`replaces\`, because a user has changed it since then. Read the label again before you change it.`,
    ]);
    const changes = [
      { extractors: [{ ...extractors[0], isarray: false }] },
      { function: 'v => v' },
      { metrics: false },
      { filtering: false },
      { access: 'PRIVATE' },
    ];
    const versions = new Set([first, await version()]);
    for (const change of changes) {
      assert.equal((await put({ id: a, name: 'a', ...change, replaces: await version() })).status, 200);
      versions.add(await version());
    }
    assert.equal(versions.size, changes.length + 2);
    // All labels of a request are changed, or none.
    assert.equal((await put({ id: b, name: 'new' }, { id: a, name: 'a', replaces: first })).status, 409);
    assert.ok((await names(id)).includes('b'));
    assert.equal((await put({ id: a, name: 'a', replaces: null })).status, 200);
  });

  test('belongs to its own owner, not to the owner of the schema', async () => {
    const id = await schema('s');
    assert.equal((await ask(`POST /api/schema/${id}/labels`, [{ name: 'a' }], eve)).status, 403);
    const mine = { owner: 'eve-team', access: 'PRIVATE' };
    const [label] = await added(id, [{ name: 'a', ...mine }], eve);
    assert.deepEqual([await names(id), await names(id, eve)], [[], ['a']]);
    // The id of a hidden label is ignored, as an unknown id is.
    const [another] = await added(id, [{ id: label, name: 'b' }]);
    assert.notEqual(another, label);
    // The error does not reveal to a caller who may not see the other schema that it has the label.
    for (const at of [id, await schema('t')])
      assert.deepEqual(refused(await ask(`PUT /api/schema/${at}/labels`, [{ id: label, name: 'b' }])), [
        ...[
          404,
          'LABEL_NOT_FOUND',
          `Label ${label} not found: list the labels that you may see with GET /api/schema/allLabels`,
        ],
      ]);
    const secret = await schema('secret', { access: 'PRIVATE' }, eve);
    const [open] = await added(secret, [{ name: 'a', access: 'PUBLIC' }], eve);
    assert.equal((await ask(`PUT /api/schema/${id}/labels`, [{ id: open, name: 'b' }])).status, 404);
    assert.equal((await ask(`DELETE /api/schema/${id}/labels/${label}`)).status, 404);
    assert.equal((await ask(`DELETE /api/schema/${id}/labels/${label}`, undefined, eve)).status, 204);
  });

  test('is deleted from its own schema alone (row 110)', async () => {
    const [id, other] = [await schema('s'), await schema('t')];
    const [a] = await added(id, [{ name: 'a' }]);
    const remove = (at: number, label = a, as = ada) =>
      ask(`DELETE /api/schema/${at}/labels/${label}`, undefined, as);
    assert.deepEqual(refused(await remove(other)), [
      ...[
        400,
        'LABEL_ELSEWHERE',
        `Label ${a} does not belong to schema ${other}; use the id of its own schema`,
      ],
    ]);
    assert.equal((await remove(id, a, eve)).status, 403);
    const version = () => Number(memory.table.items.get('definitions')?.get('version')?.version);
    const before = version();
    assert.equal((await remove(id)).status, 204);
    assert.equal(version(), before + 1);
    assert.deepEqual(refused(await remove(id)), [
      404,
      'LABEL_NOT_FOUND',
      `Label ${a} not found: list the labels that you may see with GET /api/schema/allLabels`,
    ]);
  });
});

test('labels of one name are listed together, with the schemas that have one (row 99)', async () => {
  const [s, t] = [await schema('s'), await schema('t')];
  await added(s, [
    { name: 'b', filtering: false, metrics: false },
    { name: 'a', metrics: false },
  ]);
  await added(t, [{ name: 'b', filtering: false }]);
  const all = async (query = '', as = ada) =>
    parsed(await ask(`GET /api/schema/allLabels${query}`, undefined, as));
  const of = (id: number, name: string) => ({ id, name, uri: `urn:${name}` });
  const b = { name: 'b', metrics: true, filtering: false, schemas: [of(s, 's'), of(t, 't')] };
  assert.deepEqual(await all(), [{ name: 'a', metrics: false, filtering: true, schemas: [of(s, 's')] }, b]);
  assert.deepEqual(await all('?name=b'), [b]);
  assert.deepEqual(await all('?name=none'), []);
  await ask('PUT /api/schema', { id: s, name: 'new', uri: 'urn:new' });
  assert.deepEqual(await names(s), ['b', 'a']);
  assert.deepEqual((await all('?name=a'))[0].schemas, [of(s, 'new')]);
});
