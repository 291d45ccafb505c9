import assert from 'node:assert/strict';
import { beforeEach, mock, suite, test } from 'node:test';
import { handler } from '../../../functions/api/schema-bundles.ts';
import { repository } from '../../../functions/repository.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { invoke } from './invoke.ts';
import { parsed, refused, sendingAs } from './requests.ts';

/** Schemas are exported and imported as bundles. The rows are those of the original server's tests. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => memory.table.clear());

const ask = sendingAs(ada);
const extractors = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `e${n}`, jsonpath: `$.e${n}`, isarray: n % 2 === 0 }));
const label = (name: string, more = {}) => ({ name, extractors: extractors(1), ...more });
const bundle = {
  id: 77,
  name: 'points',
  uri: 'urn:points',
  description: 'd',
  schema: { type: 'object' },
  owner: 'ada-team',
  access: 'PROTECTED',
  labels: Array.from({ length: 30 }, (_, n) => label(`label ${n}`, { id: 500 + n, schemaId: '77' })),
  transformers: [{ id: 9, name: 't', extractors: extractors(12), function: 'x => x', schemaId: 77 }],
};
async function imported(body: object = bundle): Promise<number> {
  const answer = await ask('POST /api/schema/import', body);
  assert.equal(answer.status, 201, answer.body);
  return parsed(answer);
}
const exported = async (id: number, as = ada) =>
  parsed(await ask(`GET /api/schema/${id}/export`, undefined, as));
type Named = { readonly id: number; readonly name: string };
const namesOf = (parts: readonly Named[]) => parts.map(({ name }) => name);
const idsOf = (parts: readonly Named[]) => parts.map(({ id }) => id);

suite('a bundle of a schema', () => {
  test('may be sent to a path with a slash at its end', async () => {
    for (const [method, status] of [
      ['POST', 201],
      ['PUT', 200],
      ['GET', 405],
    ] as const) {
      const line = `${method} /api/schema/import/`;
      const id = (await repository().schemas.list())[0]?.id;
      const body = JSON.stringify({ ...bundle, ...(method === 'PUT' && { id }) });
      const answer = await invoke(handler, line, { key: ada, body, routeKey: 'ANY /api/schema/import/' });
      assert.equal(answer.status, status, answer.body);
    }
  });

  test('makes it with 30 labels and a transformer of 12 extractors, once (rows 100, 102)', async () => {
    const id = await imported();
    const { labels, transformers, ...schema } = await exported(id);
    const { owner, access } = bundle;
    assert.deepEqual(schema, {
      id,
      name: 'points',
      uri: 'urn:points',
      description: 'd',
      schema: { type: 'object' },
      owner,
      access,
    });
    assert.deepEqual(labels[7], {
      id: labels[7].id,
      name: 'label 7',
      extractors: extractors(1),
      function: null,
      schemaId: id,
      filtering: true,
      metrics: true,
      owner,
      access,
    });
    assert.deepEqual(namesOf(labels), namesOf(bundle.labels as unknown as Named[]));
    const [only] = transformers;
    assert.deepEqual(
      [only.extractors, only.schemaUri, transformers.length],
      [extractors(12), 'urn:points', 1],
    );
    assert.ok(!idsOf([...labels, only]).includes(500) && id !== 77 && only.id !== 9);
    assert.deepEqual(refused(await ask('POST /api/schema/import', bundle)), [
      ...[
        400,
        'SCHEMA_NAME_TAKEN',
        'Name already used: another schema has this name, so choose another name',
      ],
    ]);
    assert.deepEqual(refused(await ask('POST /api/schema/import', { ...bundle, name: 'other' })), [
      ...[400, 'SCHEMA_URI_TAKEN', 'URI already used: another schema has this URI, so choose another URI'],
    ]);
  });

  test('comes back as it left, after the schema was deleted and over the schema that is there (row 101)', async () => {
    const first = await exported(await imported());
    assert.equal((await ask('PUT /api/schema/import', first)).body, String(first.id));
    assert.deepEqual(await exported(first.id), first);
    assert.equal((await ask(`DELETE /api/schema/${first.id}`)).status, 204);
    const again = await exported(await imported(first));
    const bare = ({ labels, transformers, id: _, ...schema }: typeof first) => [
      schema,
      labels.map((each: object) => ({ ...each, id: 0, schemaId: 0 })),
      transformers.map((each: object) => ({ ...each, id: 0, schemaId: 0 })),
    ];
    assert.deepEqual(bare(again), bare(first));
  });

  test('changes parts by their ids, else by their names, adds others and keeps the rest (row 132)', async () => {
    const id = await imported({
      ...bundle,
      labels: ['a', 'b', 'c'].map((name) => label(name)),
      transformers: [{ name: 's' }, { name: 't' }],
    });
    const before = await exported(id);
    const [a, b, c] = idsOf(before.labels);
    const [s, t] = idsOf(before.transformers);
    const change = {
      id,
      name: 'renamed',
      uri: 'urn:points',
      labels: [label('B', { id: b }), label('c', { id: 9999 }), label('d')],
      transformers: [{ name: 't', description: 'by name' }, { name: 'u' }],
    };
    for (const turn of ['once', 'twice']) {
      assert.equal((await ask('PUT /api/schema/import', change)).status, 200, turn);
      const { labels, transformers, name, owner, access } = await exported(id);
      assert.deepEqual([name, owner, access], ['renamed', 'ada-team', 'PROTECTED']);
      assert.deepEqual(namesOf(labels), ['a', 'B', 'c', 'd']);
      assert.deepEqual(idsOf(labels).slice(0, 3), [a, b, c]);
      assert.deepEqual(namesOf(transformers), ['s', 't', 'u']);
      assert.deepEqual(idsOf(transformers).slice(0, 2), [s, t]);
      assert.equal(transformers[1].description, 'by name');
    }
  });

  test('has transformers of one name, and each replaces one of its own', async () => {
    const transformers = ['one', 'two'].map((description) => ({ name: 't', description }));
    const id = await imported({ ...bundle, transformers });
    const before = await exported(id);
    assert.equal((await ask('PUT /api/schema/import', { ...bundle, id, transformers })).status, 200);
    const after = await exported(id);
    assert.deepEqual(idsOf(after.transformers), idsOf(before.transformers));
    assert.deepEqual(
      after.transformers.map(({ description }: { description: string }) => description),
      ['one', 'two'],
    );
  });

  test('has what is made of runs made again, as far as it means something else', async () => {
    const jobs = () =>
      memory.queued.splice(0).map(({ task }) => (task.kind === 'job' ? task.scope : task.kind));
    jobs();
    const id = await imported();
    assert.deepEqual(jobs(), [{ kind: 'schema', uri: 'urn:points' }]);
    for (const part of [{}, { labels: [label('x')] }, { schema: { type: 'array' } }, { uri: 'urn:moved' }])
      await ask('PUT /api/schema/import', { ...bundle, id, labels: [], ...part });
    assert.deepEqual(jobs(), [
      { kind: 'labels', uri: 'urn:points' },
      { kind: 'schema', uri: 'urn:points' },
      { kind: 'schema', uri: 'urn:points' },
      { kind: 'schema', uri: 'urn:moved' },
    ]);
  });

  test('that is large begins its work with its last part', async () => {
    const labels = Array.from({ length: 200 }, (_, n) => label(`label ${n}`));
    const id = await imported({ ...bundle, labels });
    memory.queued.length = 0;
    const moved = { ...bundle, id, uri: 'urn:moved', name: 'moved', labels };
    assert.equal((await ask('PUT /api/schema/import', moved)).status, 200);
    assert.equal(memory.queued.length, 3);
    for (const { item } of memory.queued) assert.ok(await memory.table.get(item));
  });

  test('that is large adds each new part once when two requests import it at the same time', async () => {
    const labels = Array.from({ length: 200 }, (_, n) => label(`label ${n}`));
    const id = await imported({ ...bundle, labels: [], transformers: [] });
    const put = () => ask('PUT /api/schema/import', { ...bundle, id, labels });
    for (const { status, body } of await Promise.all([put(), put()])) assert.equal(status, 200, body);
    assert.equal((await repository().labels.ofSchema(id)).length, 200);
  });

  test('has labels of one name only once, with those that stay', async () => {
    const twice = { ...bundle, labels: [label('x'), label('x')] };
    assert.deepEqual(refused(await ask('POST /api/schema/import', twice)).slice(0, 2), [
      400,
      'LABEL_NAME_TAKEN',
    ]);
    const id = await imported({ ...bundle, labels: [label('a'), label('b')] });
    const [a] = idsOf((await exported(id)).labels);
    const renamed = { ...bundle, id, labels: [label('b', { id: a })] };
    assert.deepEqual(refused(await ask('PUT /api/schema/import', renamed)).slice(0, 2), [
      400,
      'LABEL_NAME_TAKEN',
    ]);
    assert.deepEqual(namesOf((await exported(id)).labels), ['a', 'b']);
  });

  test('is for testers of the teams that own its parts, before and after', async () => {
    const message =
      'This user is not a member of team ada-team: name another team, or ask a manager of this team to add the user';
    const forbidden = [403, 'FORBIDDEN', message];
    assert.deepEqual(refused(await ask('POST /api/schema/import', bundle, eve)), forbidden);
    const label7 = label('x', { owner: 'ada-team' });
    const own = { name: 'e', uri: 'urn:e', labels: [label7] };
    assert.deepEqual(refused(await ask('POST /api/schema/import', own, eve)), forbidden);
    const id = await imported();
    assert.deepEqual(refused(await ask('PUT /api/schema/import', { ...bundle, id }, eve)), forbidden);
    assert.deepEqual(memory.table.items.get('schema-uris')?.size, 1);
    const shared = { name: 'e', uri: 'urn:e', owner: 'eve-team' };
    const hers = parsed(await ask('POST /api/schema/import', shared, eve));
    const theirs = {
      id: 900,
      schemaId: hers,
      name: 'x',
      extractors: [],
      owner: 'ada-team',
      access: 'PUBLIC',
    };
    await memory.table.write([{ put: { ...repositoryKey.label(hers, 900), ...theirs } }]);
    const takenOver = { ...shared, id: hers, labels: [label('x', { owner: 'eve-team' })] };
    assert.deepEqual(refused(await ask('PUT /api/schema/import', takenOver, eve)), forbidden);
  });

  test('does not exist for a hidden or missing schema', async () => {
    const id = await imported({ ...bundle, access: 'PRIVATE' });
    for (const [requested, as] of [
      [id, eve],
      [id + 1, ada],
    ] as const) {
      const answer = await ask(`GET /api/schema/${requested}/export`, undefined, as);
      assert.deepEqual(refused(answer), [
        404,
        'SCHEMA_NOT_FOUND',
        `Schema not found: there is no schema ${requested} that you may see; list the schemas with GET /api/schema`,
      ]);
      const message = `Missing schema id or schema with id ${requested} does not exist`;
      const put = await ask('PUT /api/schema/import', { ...bundle, id: requested }, as);
      assert.deepEqual(refused(put), [404, 'SCHEMA_NOT_FOUND', message]);
    }
  });

  test('leaves out parts that the caller may not see', async () => {
    const secret = label('secret', { access: 'PRIVATE' });
    const id = await imported({
      ...bundle,
      access: 'PUBLIC',
      labels: [label('a'), secret],
      transformers: [],
    });
    assert.deepEqual(namesOf((await exported(id, eve)).labels), ['a']);
  });
});

suite('a bundle that no transaction takes', () => {
  const large = { ...bundle, labels: Array.from({ length: 250 }, (_, n) => label(`label ${n}`)) };

  test('is whole afterwards', async () => {
    const id = await imported(large);
    assert.equal((await exported(id)).labels.length, 250);
    const more = { ...large, id, labels: large.labels.map((each) => ({ ...each, metrics: false })) };
    assert.equal((await ask('PUT /api/schema/import', more)).status, 200);
    const { labels } = await exported(id);
    assert.deepEqual(
      [labels.length, labels.filter(({ metrics }: { metrics: boolean }) => metrics)],
      [250, []],
    );
  });

  test('is visible to no user when it fails on the way, and a repetition completes it', async () => {
    const { write } = repository().table;
    let left = 1;
    const dying = mock.method(repository().table, 'write', async (writes: Parameters<typeof write>[0]) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return write(writes);
    });
    assert.equal((await ask('POST /api/schema/import', large)).status, 500);
    dying.mock.restore();
    assert.deepEqual(parsed(await ask('GET /api/schema')).schemas, []);
    const id = await imported(large);
    assert.equal((await exported(id)).labels.length, 250);
  });

  test('leaves nothing when its name is taken', async () => {
    await imported({ ...bundle, labels: [] });
    const before = memory.table.items.get('labels')?.size ?? 0;
    assert.equal((await ask('POST /api/schema/import', large)).status, 400);
    assert.equal(memory.table.items.get('labels')?.size ?? 0, before);
  });
});
