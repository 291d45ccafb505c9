import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { parsed, refused, sendingAs } from './requests.ts';

/**
 * The API adds, lists, changes and deletes transformers of schemas. The rows are those of the original
 * server's tests.
 */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => memory.table.clear());

const ask = sendingAs(ada);
const schema = async (name: string, more = {}): Promise<number> =>
  parsed(await ask('POST /api/schema', { name, uri: `urn:${name}`, ...more }));
async function added(id: number, body: object, as = ada): Promise<number> {
  const answer = await ask(`POST /api/schema/${id}/transformers`, body, as);
  assert.equal(answer.status, 201, answer.body);
  return parsed(answer);
}
const listed = async (id: number, as = ada) =>
  parsed(await ask(`GET /api/schema/${id}/transformers`, undefined, as)) as { id: number; name: string }[];

suite('a transformer', () => {
  test('is bound to its schema, and as a change says (row 103)', async () => {
    const schemaId = await schema('s', { access: 'PROTECTED' });
    const extractors = [
      { name: 'a', jsonpath: '$.a', isarray: true },
      { name: 'b', jsonpath: '$.b' },
    ];
    const id = await added(schemaId, {
      id: 999,
      schemaId: 77,
      name: ' t ',
      extractors,
      targetSchemaUri: 'urn:x',
      description: 'd',
    });
    assert.notEqual(id, 999);
    const of = { owner: 'ada-team', access: 'PROTECTED', schemaId, schemaUri: 'urn:s', schemaName: 's' };
    assert.deepEqual(await listed(schemaId), [
      {
        id,
        name: 't',
        description: 'd',
        targetSchemaUri: 'urn:x',
        function: null,
        ...of,
        extractors: [extractors[0], { ...extractors[1], isarray: false }],
      },
    ]);
    const change = { id, name: 'u', function: 'x => x', extractors: [{ name: 'c', jsonpath: '$.c' }] };
    assert.equal(parsed(await ask(`PUT /api/schema/${schemaId}/transformers`, change)), id);
    assert.deepEqual(await listed(schemaId), [
      {
        id,
        name: 'u',
        description: null,
        targetSchemaUri: null,
        function: 'x => x',
        ...of,
        extractors: [{ name: 'c', jsonpath: '$.c', isarray: false }],
      },
    ]);
  });

  test('is in a list by its name (row 103)', async () => {
    const [id, other] = [await schema('s'), await schema('t')];
    for (const name of ['b', 'c', 'a']) await added(id, { name });
    await added(other, { name: 'x' });
    assert.deepEqual(
      (await listed(id)).map(({ name }) => name),
      ['a', 'b', 'c'],
    );
  });

  test('is written by testers of its owner, of the new one too (row 104)', async () => {
    const at = await schema('s');
    const line = `/api/schema/${at}/transformers`;
    const forbidden = [
      403,
      'FORBIDDEN',
      'This user is not a member of team ada-team: name another team, or ask a manager of this team to add the user',
    ];
    assert.deepEqual(refused(await ask(`POST ${line}`, { name: 't' }, eve)), forbidden);
    assert.equal((await ask(`POST ${line}`, { name: 't' }, '')).status, 401);
    assert.equal((await ask(`POST ${line}`, { name: 't', owner: 'eve-team' })).status, 403);
    const id = await added(at, { name: 't' });
    assert.deepEqual(refused(await ask(`PUT ${line}`, { id, name: 'u' }, eve)), forbidden);
    assert.equal((await ask(`PUT ${line}`, { id, name: 'u', owner: 'eve-team' })).status, 403);
    assert.equal((await ask(`DELETE ${line}/${id}`, undefined, eve)).status, 403);
    const hidden = await added(at, { name: 'h', owner: 'eve-team', access: 'PRIVATE' }, eve);
    assert.equal((await ask(`PUT ${line}`, { id: hidden, name: 'u' })).status, 404);
    assert.deepEqual(
      (await listed(at)).map(({ name }) => name),
      ['t'],
    );
  });

  test('stays in its schema (row 105)', async () => {
    const [at, other] = [await schema('s'), await schema('t')];
    const id = await added(at, { name: 'a' });
    assert.deepEqual(refused(await ask(`PUT /api/schema/${other}/transformers`, { id, name: 'b' })), [
      ...[400, 'TRANSFORMER_ELSEWHERE'],
      `Transformer id=${id}, name=a belongs to a different schema: ${at}(urn:s)`,
    ]);
    for (const schemaId of [at, other])
      assert.deepEqual(refused(await ask(`POST /api/schema/${schemaId}/transformers`, { id, name: 'b' })), [
        ...[400, 'TRANSFORMER_EXISTS'],
        `Transformer with id ${id} already exists; change it with PUT, or leave out the id`,
      ]);
    assert.equal((await ask(`POST /api/schema/${other}/transformers`, { id: 999, name: 'b' })).status, 201);
    for (const method of ['POST', 'PUT'])
      assert.deepEqual(refused(await ask(`${method} /api/schema/999/transformers`, { id, name: 'b' })), [
        ...[
          404,
          'SCHEMA_NOT_FOUND',
          'Schema 999 not found: list the schemas that you may see with GET /api/schema',
        ],
      ]);
    assert.equal((await ask(`PUT /api/schema/${at}/transformers`, { id: 999, name: 'b' })).status, 404);
  });

  test('is hidden with its schema, where a test uses it too', async () => {
    const [at, other] = [await schema('secret', { access: 'PRIVATE' }), await schema('open')];
    const id = await added(at, { name: 'a', access: 'PUBLIC' });
    const test = parsed(await ask('POST /api/test', { name: 'shop', access: 'PUBLIC' }));
    assert.equal((await ask(`POST /api/test/${test.id}/transformers`, [id])).status, 204);
    const used = async (line: string, as: string) =>
      parsed(await ask(line, undefined, as)).transformers.map((each: { name: string }) => each.name);
    for (const line of [`GET /api/test/${test.id}`, 'GET /api/test/byName/shop'])
      assert.deepEqual([await used(line, ada), await used(line, eve)], [['a'], []]);
    assert.deepEqual(parsed(await ask('GET /api/schema/allTransformers', undefined, eve)), []);
    const own = parsed(await ask('POST /api/test', { name: 'eves' }, eve));
    assert.deepEqual(refused(await ask(`POST /api/test/${own.id}/transformers`, [id], eve)), [
      ...[
        404,
        'TRANSFORMER_NOT_FOUND',
        `Transformer ${id} not found: list the transformers that you may see with GET /api/schema/allTransformers`,
      ],
    ]);
    const more = await ask('POST /api/test', { name: 'more', transformers: [{ id }] }, eve);
    assert.deepEqual(refused(more).slice(0, 2), [400, 'TRANSFORMER_UNKNOWN']);
    assert.deepEqual(refused(await ask(`PUT /api/schema/${other}/transformers`, { id, name: 'b' }, eve)), [
      ...[
        404,
        'TRANSFORMER_NOT_FOUND',
        `Transformer ${id} not found: list the transformers that you may see with GET /api/schema/allTransformers`,
      ],
    ]);
    const evesSchema = parsed(
      await ask('POST /api/schema', { name: 'eves', uri: 'urn:eves', owner: 'eve-team' }, eve),
    );
    const made = await ask(`POST /api/schema/${evesSchema}/transformers`, { id, name: 'b' }, eve);
    assert.equal(made.status, 201);
    assert.notEqual(parsed(made), id);
  });

  test('needs a name (row 106)', async () => {
    const at = await schema('s');
    const id = await added(at, { name: 'a' });
    for (const name of ['', ' ', null])
      for (const method of ['POST', 'PUT'])
        assert.deepEqual(refused(await ask(`${method} /api/schema/${at}/transformers`, { id, name })), [
          ...[400, 'TRANSFORMER_NAME_EMPTY', 'Transformer must have a name!'],
        ]);
  });

  test('is deleted from its own schema, unless a test uses it (row 107)', async () => {
    const [at, other] = [await schema('s'), await schema('t')];
    const id = await added(at, { name: 'a' });
    const remove = (schemaId: number) => ask(`DELETE /api/schema/${schemaId}/transformers/${id}`);
    assert.deepEqual(refused(await remove(other)), [
      ...[
        400,
        'TRANSFORMER_ELSEWHERE',
        `Transformer ${id} does not belong to schema ${other}; use the id of its own schema`,
      ],
    ]);
    const test = await repository().tests.create({
      name: 'x',
      owner: 'ada-team',
      access: 'PUBLIC',
      transformers: [id],
    });
    const hidden = await repository().tests.create({
      name: 'secret',
      owner: 'eve-team',
      access: 'PRIVATE',
      transformers: [id],
    });
    const message = `Transformer ${id} cannot be deleted, because tests use it: x, 1 other that you may not see; remove the transformer from these tests first`;
    assert.deepEqual(refused(await remove(at)), [400, 'TRANSFORMER_USED', message]);
    for (const each of [test, hidden]) await repository().tests.remove(each?.id ?? assert.fail());
    const version = () => Number(memory.table.items.get('definitions')?.get('version')?.version);
    const before = version();
    assert.equal((await remove(at)).status, 204);
    assert.equal(version(), before + 1);
    assert.deepEqual(refused(await remove(at)), [
      404,
      'TRANSFORMER_NOT_FOUND',
      `Transformer ${id} not found: list the transformers that you may see with GET /api/schema/allTransformers`,
    ]);
  });
});

test('a renamed schema keeps its transformers, and a deleted schema deletes them (row 99)', async () => {
  const [at, other] = [await schema('s'), await schema('t')];
  const [id, kept] = [await added(at, { name: 'a' }), await added(other, { name: 'b' })];
  await ask(`POST /api/schema/${at}/labels`, [{ name: 'l' }]);
  await ask(`POST /api/schema/${other}/labels`, [{ name: 'm' }]);
  await ask('PUT /api/schema', { id: at, name: 'new', uri: 'urn:new' });
  const infos = async (what: string) => parsed(await ask(`GET /api/schema/all${what}`));
  const [own, others] = [
    { schemaId: at, schemaUri: 'urn:new', schemaName: 'new', transformerId: id, transformerName: 'a' },
    { schemaId: other, schemaUri: 'urn:t', schemaName: 't', transformerId: kept, transformerName: 'b' },
  ];
  assert.deepEqual(await infos('Transformers'), [own, others]);
  const ada_ = { owner: 'ada-team', access: 'PUBLIC' } as const;
  const test = await repository().tests.create({ name: 'x', ...ada_, transformers: [id, kept] });
  assert.equal((await ask(`DELETE /api/schema/${at}`)).status, 204);
  assert.deepEqual(await infos('Transformers'), [others]);
  assert.deepEqual(
    (await infos('Labels')).map(({ name }: { name: string }) => name),
    ['m'],
  );
  assert.deepEqual((await repository().tests.byId(test?.id ?? 0))?.transformers, [kept]);
  assert.equal(memory.table.items.get('labels')?.size, 1);
});
