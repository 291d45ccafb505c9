import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSchema } from '../../../lib/repository/pipeline/store/change-run-schema.ts';
import { runsLacking } from '../../../lib/repository/records/runs/run-words.ts';
import { searchLimits } from '../../../lib/results/run-search/limits.ts';
import type { Need } from '../../../lib/results/run-search/needs.ts';
import { openWorld } from './datasets/world.ts';

/**
 * The stored words of a run let a search skip runs that cannot have a value. After the schema of a document
 * has changed, the stored words are those of the new document, or they are deleted.
 */

type World = ReturnType<typeof openWorld>;

const uriNeed = (uri: string): Need => ({ kind: 'value', name: '$schema', value: uri });

/**
 * The schema URIs that, by the stored words of the run, its document does not have. The list of all runs and
 * the list of the test's runs must agree about them.
 */
async function lackedBy({ repository }: World, id: number): Promise<readonly string[]> {
  const run = (await repository.runs.get(id)) ?? assert.fail(`no run ${id}`);
  const lacked: string[] = [];
  for (const uri of ['urn:a', 'urn:b', 'urn:c']) {
    const lists = [undefined, run.testId].map((list) =>
      runsLacking(repository.table, list, [run], uriNeed(uri)),
    );
    const [all, ofTest] = await Promise.all(lists);
    assert.deepEqual(all, ofTest);
    if (all?.has(id)) lacked.push(uri);
  }
  return lacked;
}

const bloomFilterOf = ({ table }: World): number =>
  [...table.items.values()].flatMap((items) => [...items.values()]).filter(({ words }) => words).length;

test('the words of a changed document have its new schema, and no longer the one before', async () => {
  const world = openWorld();
  const id = await world.upload('{"$schema":"urn:a","n":1}');
  assert.deepEqual(await lackedBy(world, id), ['urn:b', 'urn:c']);
  await changeSchema(world.context, id, { uri: 'urn:b' });
  assert.deepEqual(await lackedBy(world, id), ['urn:a', 'urn:c']);
  await changeSchema(world.context, id, { uri: 'urn:c' });
  assert.deepEqual(await lackedBy(world, id), ['urn:a', 'urn:b']);
  assert.equal(bloomFilterOf(world), 2);
});

test('a document that a change makes too large for words has none, so that it is read', async () => {
  const world = openWorld();
  const rest = (length: number) => `{"text":"${'x'.repeat(length)}"}`;
  const member = '"$schema":"urn:b",'.length;
  const fits = await world.upload(rest(searchLimits.bloomFilterBytesMax - rest(0).length - member));
  await changeSchema(world.context, fits, { uri: 'urn:b' });
  assert.deepEqual(await lackedBy(world, fits), ['urn:a', 'urn:c']);
  const grows = await world.upload(rest(searchLimits.bloomFilterBytesMax - rest(0).length - member + 1));
  assert.deepEqual(await lackedBy(world, grows), ['urn:a', 'urn:b', 'urn:c']);
  await changeSchema(world.context, grows, { uri: 'urn:b' });
  assert.deepEqual(await lackedBy(world, grows), []);
  assert.equal(bloomFilterOf(world), 2, 'those of the first run');
});

test('a search that needs nothing reads no words', async () => {
  const world = openWorld();
  const id = await world.upload('{"n":1}');
  const run = (await world.repository.runs.get(id)) ?? assert.fail();
  const page = () => assert.fail('reads');
  const table = { ...world.table, page };
  assert.equal((await runsLacking(table, undefined, [run], { kind: 'none' })).size, 0);
  assert.equal((await runsLacking(table, undefined, [], uriNeed('urn:a'))).size, 0);
});

test('a change of a document keeps what its metadata name, and asks for none where there are none', async () => {
  const world = openWorld();
  const requests: number[] = [];
  const { metadata } = world.context.runs;
  Object.assign(world.context.runs, {
    metadata: (id: number) => {
      requests.push(id);
      return metadata(id);
    },
  });
  const without = await world.upload('{"n":1}');
  const having = await world.upload('{"n":1}', { metadata: '[{"$schema":"urn:m"}]' });
  for (const id of [without, having]) await changeSchema(world.context, id, { uri: 'urn:b' });
  const schemasOf = async (id: number) =>
    (await world.repository.runs.get(id))?.schemas?.map(({ uri, source }) => [uri, source]);
  assert.deepEqual(await schemasOf(without), [['urn:b', 0]]);
  assert.deepEqual(await schemasOf(having), [
    ['urn:b', 0],
    ['urn:m', 1],
  ]);
  assert.deepEqual(requests, [having]);
});
