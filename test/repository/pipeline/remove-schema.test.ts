import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handlers } from '../../../lib/repository/pipeline/handlers.ts';
import { remove } from '../../../lib/repository/pipeline/removal/perform-removal.ts';
import type { Table } from '../../../lib/repository/ports/table.ts';
import { openMemoryTable } from '../memory-table.ts';
import { openQueuedWork } from '../work/queue.ts';

const owned = { owner: 'ada-team', access: 'PUBLIC' } as const;

/** Makes two schemas with a label each, over a table that calls `before` with the number of each write. */
async function open() {
  const memory = openMemoryTable();
  let writes = 0;
  let before = async (_: number): Promise<unknown> => undefined;
  const table: Table = {
    ...memory,
    write: async (given) => {
      await before(writes++);
      return memory.write(given);
    },
  };
  const jobs: unknown[] = [];
  const job = async (_: unknown, { scope }: { readonly scope: unknown }) => {
    jobs.push(scope);
    return {};
  };
  const queue = openQueuedWork({ ...handlers, job }, table);
  const { schemas, labels } = queue.context.repository;
  const label = { name: 'l', extractors: [], filtering: true, metrics: true, ...owned };
  const made = [];
  for (const name of ['goes', 'stays']) {
    const schema = await schemas.create({ name, uri: `urn:${name}`, ...owned });
    assert.ok(typeof schema === 'object');
    await labels.put(schema.id, () => [{ ...label, id: schema.id, schemaId: schema.id }]);
    made.push(schema);
  }
  const [goes, stays] = made;
  assert.ok(goes && stays);
  return {
    ...queue,
    goes,
    stays,
    schemas,
    jobs,
    removing(hook: (write: number) => Promise<unknown>): Promise<void> {
      [writes, before] = [0, hook];
      return remove(queue.context, { of: 'schema', id: goes.id }, 'team ada-team');
    },
    async assertGone(message: string): Promise<void> {
      before = async () => undefined;
      queue.time.now += 61_000;
      await queue.sweep();
      await queue.drain();
      assert.equal(await schemas.byId(goes.id), undefined, message);
      const rest = (await labels.list()).map(({ schemaId }) => schemaId);
      assert.deepEqual(rest, [stays.id], message);
    },
  };
}

test('the labels of a schema are deleted with it after an interruption at any write, and those of other schemas stay', async () => {
  let isWhole = false;
  for (let last = 1; !isWhole; last += 1) {
    const world = await open();
    const removed = world.removing(async (write) => {
      if (write >= last) throw new Error('the power went out');
    });
    isWhole = await removed.then(
      () => true,
      () => false,
    );
    await world.assertGone(`after ${last} writes`);
    assert.deepEqual(world.jobs, [{ kind: 'labels', uri: 'urn:goes' }], `after ${last} writes`);
  }
});

test('a schema that is renamed while it is deleted is gone with its labels', async () => {
  const world = await open();
  const { schemas, goes } = world;
  let isRenamed = false;
  await world.removing(async () => {
    if (isRenamed || (await world.context.repository.labels.ofSchema(goes.id)).length > 0) return;
    isRenamed = true;
    await schemas.change(goes.id, (schema) => ({ ...schema, name: 'new', uri: 'urn:new' }));
  });
  assert.ok(isRenamed);
  await world.assertGone('after a new name');
  assert.equal(await schemas.byUri('urn:new'), undefined);
  assert.deepEqual(world.jobs, [{ kind: 'labels', uri: 'urn:new' }]);
});

test('a test loses only the transformers of the deleted schema', async () => {
  const { context, goes, stays, removing } = await open();
  const { tests, transformers } = context.repository;
  const made = ({ id }: { readonly id: number }) =>
    transformers.create({ schemaId: id, name: 't', extractors: [], ...owned });
  const [gone, kept] = [await made(goes), await made(stays)];
  assert.ok(gone !== undefined && kept !== undefined);
  const test = await tests.create({ name: 'shop', transformers: [gone, kept], ...owned });
  await removing(async () => undefined);
  assert.deepEqual((await tests.byId(test?.id ?? 0))?.transformers, [kept]);
});
