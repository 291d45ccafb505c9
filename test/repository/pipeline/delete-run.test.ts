import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { noteBatch } from '../../../lib/repository/pipeline/dataset-cleanup.ts';
import { handlers } from '../../../lib/repository/pipeline/handlers.ts';
import { deleteRun, eraseRun } from '../../../lib/repository/pipeline/removal/delete-run.ts';
import { eraseRevision } from '../../../lib/repository/pipeline/removal/erase-revision.ts';
import { changeSchema } from '../../../lib/repository/pipeline/store/change-run-schema.ts';
import { storeRun } from '../../../lib/repository/pipeline/store/store-run.ts';
import { perform } from '../../../lib/repository/work/perform.ts';
import { parseUpload, withIndex } from '../../../lib/results/upload/upload.ts';
import { ada, openWorld } from './datasets/world.ts';

/** A deleted run is gone at once and permanently, and leaves no data, after any interruption or conflict. */

type World = ReturnType<typeof openWorld>;

const hourMs = 3_600_000;

/** Stores further objects that an upload may write in addition to the row. */
const uploadsOf = ({ objects }: World) => ({
  async eraseAll(run: number) {
    for (const key of [`run ${run} 0`, `index ${run} 0`, `metadata ${run}`]) objects.delete(key);
  },
});

/** Performs all tasks that are due at a time, as the sweep would. */
async function workUntil(world: World, now: number): Promise<void> {
  world.queue.time.now = now;
  await world.queue.sweep();
  for (let next = world.queue.queued.shift(); next; next = world.queue.queued.shift())
    await perform(
      { ...world.context, uploads: uploadsOf(world) } as never,
      { ...handlers, event: async () => ({}), revision: eraseRevision, erase: eraseRun },
      next.message,
      1,
    );
}

const trash = ({ repository }: World, id: number) =>
  repository.runs.change(id, (run) => ({ ...run, trashed: true }));

/** Makes a run in the trash with datasets, metadata, a changed document and a failure, and another run. */
async function trashedRun(world: World): Promise<number> {
  await world.schema('urn:a');
  // Ids are reserved, so that no other record has the id of the run.
  await world.table.newIds('run', 400);
  const id = await world.upload('{"$schema":"urn:a","n":1}', { metadata: '[{"$schema":"urn:m"}]' });
  await world.upload('{"n":2}');
  await workUntil(world, 2_000_000);
  await changeSchema(world.context, id, { uri: '' });
  await changeSchema(world.context, id, { uri: 'urn:a' });
  await workUntil(world, 2_000_000 + hourMs);
  const { testId } = (await world.repository.runs.get(id)) ?? assert.fail();
  const due = world.queue.work.entry({ kind: 'datasets', run: id }, 'now');
  await world.table.write([due.write, { put: { ...repositoryKey.testFailure(testId, id, 7), runId: id } }]);
  await world.queue.work.giveUp(due, 'no luck');
  await trash(world, id);
  return id;
}

/** The remaining items and objects of a run. The item that blocks its id is left out. */
function leftOf({ table, objects }: World, id: number): readonly string[] {
  const own = repositoryKey.run(id);
  const items = [...table.items.values()].flatMap((each) => [...each.values()]);
  const names = items
    .filter(({ pk, sk }) => pk !== own.pk || sk !== own.sk)
    .filter((item) => item.id === id || item.runId === id || (item.task as { run?: number })?.run === id)
    .map(({ pk, sk }) => `${pk} ${sk}`);
  return [...names, ...[...objects.keys()].filter((key) => key.split(' ').includes(String(id)))];
}

test('a run that is deleted leaves nothing behind, and its document stays for who is at its reading', async () => {
  const world = openWorld();
  const id = await trashedRun(world);
  const { revision } = (await world.repository.runs.get(id)) ?? assert.fail();
  assert.ok(leftOf(world, id).length > 8);
  assert.equal(await deleteRun(world.context, id), true);
  assert.equal(await world.repository.runs.get(id), undefined);
  assert.equal(await world.repository.runs.count(ada, { trashed: true }), 1);
  assert.equal(world.objects.has(`run ${id} ${revision}`), true);
  assert.equal(await deleteRun(world.context, id), false);
  await workUntil(world, world.queue.time.now + 9 * hourMs);
  assert.deepEqual(leftOf(world, id), []);
  assert.equal(world.objects.has('run 402 0'), true);
});

test('datasets that an interrupted function left of a run are deleted with the run', async () => {
  const world = openWorld();
  const id = await trashedRun(world);
  const ids = [900, 901];
  await noteBatch(world.context, id, ids);
  for (const each of ids) await world.context.datasets.put(id, each, Buffer.from('{"secret":1}'));
  assert.ok(await deleteRun(world.context, id));
  await workUntil(world, world.queue.time.now + 9 * hourMs);
  assert.deepEqual(leftOf(world, id), []);
  const { pk, sk } = repositoryKey.datasetBatch(id, 900);
  assert.equal(await world.table.get({ pk, sk }), undefined);
});

test('a process that dies at any write of a deletion leaves the run in the trash, or nothing', async () => {
  const outcomes = new Set<string>();
  for (let at = 1; at < 20; at += 1) {
    const world = openWorld();
    const id = await trashedRun(world);
    const { write } = world.table;
    let left = at;
    const dying: typeof write = async (...given) => {
      left -= 1;
      if (left <= 0) throw new Error('died');
      return write(...given);
    };
    Object.assign(world.table, { write: dying });
    const hasDied = await deleteRun(world.context, id).then(
      () => false,
      () => true,
    );
    Object.assign(world.table, { write });
    const run = await world.repository.runs.get(id);
    assert.equal(run?.trashed, hasDied ? true : undefined, `died at ${at}`);
    outcomes.add(hasDied ? 'in the trash' : 'gone');
    if (hasDied) assert.equal(await deleteRun(world.context, id), true);
    await workUntil(world, world.queue.time.now + hourMs);
    await workUntil(world, world.queue.time.now + 9 * hourMs);
    assert.deepEqual(leftOf(world, id), [], `died at ${at}`);
    if (!hasDied) break;
  }
  assert.equal(outcomes.size, 2);
});

test('a run that is taken out of the trash while it is deleted stays, whole', async () => {
  const world = openWorld();
  const id = await trashedRun(world);
  const { write } = world.table;
  Object.assign(world.table, {
    write: async (...given: Parameters<typeof write>) => {
      Object.assign(world.table, { write });
      await world.repository.runs.change(id, (run) => ({ ...run, trashed: false }));
      await world.make(id);
      return write(...given);
    },
  });
  await assert.rejects(deleteRun(world.context, id), { code: 'RUN_NOT_TRASHED' });
  await workUntil(world, world.queue.time.now + 9 * hourMs);
  const run = await world.repository.runs.get(id);
  assert.deepEqual([run?.trashed, run?.datasets?.length], [false, 1]);
  assert.notDeepEqual(await world.texts(id), ['gone']);
});

test('a run that gets new datasets each time is kept, and its deletion fails after five attempts', async () => {
  const world = openWorld();
  const id = await world.upload('{"n":1}');
  await trash(world, id);
  const { runs } = world.repository;
  const { remove } = runs;
  let attempts = 0;
  const meeting: typeof remove = async (...given) => {
    attempts += 1;
    await runs.change(id, (run) => ({ ...run, datasets: [1000 + attempts] }));
    return remove(...given);
  };
  Object.assign(runs, { remove: meeting });
  await assert.rejects(deleteRun(world.context, id), {
    code: 'RUN_CHANGED',
    status: 409,
    message: /could not delete run \d+, .* during each of 5 attempts; send the request again$/,
  });
  assert.equal(attempts, 5);
  assert.equal((await runs.get(id))?.trashed, true);
  Object.assign(runs, { remove });
  assert.equal(await deleteRun(world.context, id), true);
});

test('an upload that is repeated after its run was deleted is a new run; after a change of its document it is that run', async () => {
  const world = openWorld();
  const draft = await withIndex(
    parseUpload(ada, { test: 'shop', start: '1', stop: '2' }, { data: Buffer.from('{"n":1}') }),
  );
  const stores = { ...world.context, repository: world.repository, work: world.queue.work };
  const store = async () => (await storeRun(stores, draft, { caller: ada, now: 1, idempotencyKey: 'k' })).id;
  const id = await store();
  await changeSchema(world.context, id, { uri: 'urn:b' });
  await workUntil(world, 9 * hourMs);
  const documents = () => [...world.objects.keys()].filter((key) => key.startsWith('run '));
  const changed = documents();
  assert.equal(changed.length, 1);
  assert.equal(await store(), id);
  assert.deepEqual(documents(), changed, 'the first document does not come back');
  await trash(world, id);
  await deleteRun(world.context, id);
  await workUntil(world, 19 * hourMs);
  const again = await store();
  assert.notEqual(again, id);
  assert.equal(await store(), again);
  assert.deepEqual(documents(), [`run ${again} 0`]);
});
