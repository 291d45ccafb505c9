import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validationErrorsOf } from '../../../../lib/repository/pipeline/datasets/validation.ts';
import { openWorld } from './world.ts';

/** Uploads that violate their JSON Schemas are stored, and have their validation errors. */

const strict = { additionalProperties: false, properties: { $schema: { type: 'string' } } };

async function errorsOf({ repository }: ReturnType<typeof openWorld>, id: number) {
  const run = (await repository.runs.get(id)) ?? assert.fail();
  const rows = await repository.datasets.getMany(run.datasets ?? []);
  return {
    run: await validationErrorsOf(repository, run),
    dataset: rows.flatMap((row) => row?.validationErrors ?? []),
  };
}

test('a run is validated by the schemas that it names, again when one of them changes (row 98)', async () => {
  const world = openWorld();
  const [first, second] = [
    await world.schema('urn:strict', strict),
    await world.schema('urn:open', { type: 'object' }),
  ];
  const part = (uri: string) => `{"$schema":"${uri}","x":1,"y":2}`;
  const run = await world.upload(
    `{"a":${part('urn:strict')},"b":${part('urn:open')},"c":${part('urn:unknown')}}`,
  );
  await world.make(run);
  const { run: of, dataset } = await errorsOf(world, run);
  assert.deepEqual(
    of.map(({ schemaId, error }) => [schemaId, error.type]),
    [1, 2].map(() => [first.id, 'additionalProperties']),
  );
  assert.deepEqual(dataset, of);
  await world.repository.schemas.change(second.id, (each) => ({ ...each, schema: JSON.stringify(strict) }));
  await world.make(run);
  const again = await errorsOf(world, run);
  assert.deepEqual([again.run.length, again.dataset.length], [4, 4]);
  for (const { id } of [first, second])
    await world.repository.schemas.change(id, ({ schema: _, ...each }) => each);
  await world.make(run);
  assert.deepEqual(await errorsOf(world, run), { run: [], dataset: [] });
  assert.equal((await world.repository.runs.get(run))?.isInvalid, undefined);
});

test('a JSON Schema of lists is asked about the list of all that name it', async () => {
  const items = { type: 'object', required: ['v'], properties: { v: { type: 'number' } } };
  for (const type of ['array', ['array', 'null']]) {
    const world = openWorld();
    const { id } = await world.schema('urn:list', { type, items, maxItems: 3 });
    await world.schema('urn:both', { type: ['array', 'object'], required: ['none'] });
    const errors = async (...elements: readonly object[]) => {
      const run = await world.upload(JSON.stringify(elements));
      await world.make(run);
      const { run: of, dataset } = await errorsOf(world, run);
      assert.deepEqual(dataset, of);
      return of.map(({ schemaId, error }) => [schemaId, error.type, error.path]);
    };
    const element = (v: unknown) => ({ $schema: 'urn:list', v });
    assert.deepEqual(await errors(element(1), element(2)), []);
    assert.deepEqual(await errors(element(1), element('x')), [[id, 'type', '/1/v']]);
    assert.deepEqual(await errors(...[1, 2, 3, 4].map(element)), [[id, 'maxItems', '']]);
    const [[, other] = []] = await errors(element(1), { $schema: 'urn:both' });
    assert.equal(other, 'required', 'a schema of objects too is asked about each of them');
  }
});

test('the output of a transformer is validated by its target schema, and an element without a schema is named', async () => {
  const world = openWorld();
  const source = await world.schema('urn:a');
  const target = await world.schema('urn:t', { required: ['n'] });
  const made = '() => [{ $schema: "urn:t", n: 1 }, { $schema: "urn:t" }, {}]';
  await world.transformer(source, { function: made });
  const run = await world.upload('{"$schema":"urn:a"}');
  await world.make(run);
  const { run: of, dataset } = await errorsOf(world, run);
  assert.deepEqual(
    [of, dataset.map(({ schemaId, error }) => [schemaId, error.type])],
    [
      [],
      [
        [target.id, 'required'],
        [null, 'No schema'],
      ],
    ],
  );
});

test('a schema that refers to another one follows it when it changes', async () => {
  const world = openWorld();
  await world.schema('urn:a', { $ref: 'urn:b' });
  const other = await world.schema('urn:b', { type: 'array' });
  const run = await world.upload('{"$schema":"urn:a"}');
  await world.make(run);
  assert.equal((await errorsOf(world, run)).run.length, 1);
  await world.repository.schemas.change(other.id, (each) => ({ ...each, schema: '{"type":"object"}' }));
  await world.make(run);
  assert.equal((await errorsOf(world, run)).run.length, 0);
});

test('a schema refers to no PRIVATE schema of another team, whose errors would show its contents', async () => {
  const world = openWorld();
  await world.schema('urn:a', { $ref: 'urn:b' });
  const other = await world.schema('urn:b', { required: ['secret'] });
  const run = await world.upload('{"$schema":"urn:a"}');
  for (const [owner, access, wanted] of [
    ['other-team', 'PRIVATE', /urn:b, and no stored JSON Schema has this URI/],
    ['other-team', 'PROTECTED', /must have required property 'secret'/],
    [other.owner, 'PRIVATE', /must have required property 'secret'/],
  ] as const) {
    await world.repository.schemas.change(other.id, (each) => ({ ...each, owner, access }));
    await world.make(run);
    const { run: errors } = await errorsOf(world, run);
    assert.match(errors.map(({ error }) => error.message).join(), wanted, `${owner} ${access}`);
  }
});
