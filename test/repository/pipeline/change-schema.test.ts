import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handlers } from '../../../lib/repository/pipeline/handlers.ts';
import { eraseRevision } from '../../../lib/repository/pipeline/removal/erase-revision.ts';
import { changeSchema } from '../../../lib/repository/pipeline/store/change-run-schema.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { perform } from '../../../lib/repository/work/perform.ts';
import { openWorld } from './datasets/world.ts';

/**
 * A change of a document's schema is visible completely or not at all, after any interruption or conflict.
 * The old document is deleted when no reader can need it.
 */

type World = ReturnType<typeof openWorld>;

async function text({ context }: World, { id, revision }: RunRow): Promise<string | undefined> {
  const bytes = await context.runs.get(id, revision);
  return bytes && Buffer.from(bytes).toString();
}
const rowOf = async ({ repository }: World, id: number): Promise<RunRow> =>
  (await repository.runs.get(id)) ?? assert.fail(`no run ${id}`);
const documents = ({ objects }: World): readonly string[] =>
  [...objects.keys()].filter((key) => key.startsWith('run ') || key.startsWith('index '));

/** Performs all tasks that are due at a time, as the sweep would. */
async function workUntil(world: World, now: number): Promise<void> {
  world.queue.time.now = now;
  await world.queue.sweep();
  for (let next = world.queue.queued.shift(); next; next = world.queue.queued.shift())
    await perform(
      world.context as never,
      { ...handlers, event: async () => ({}), revision: eraseRevision },
      next.message,
      1,
    );
}

const hourMs = 3_600_000;

test('the old document stays while a reader may read it, and then goes', async () => {
  const world = openWorld();
  await world.schema('urn:a');
  const id = await world.upload('{"$schema":"urn:a","n":1}');
  await workUntil(world, 2_000_000);
  const before = await rowOf(world, id);
  const changed = await changeSchema(world.context, id, { uri: 'urn:b' });
  await world.queue.work.send(changed?.due ?? []);
  await workUntil(world, 2_100_000);
  assert.equal(await text(world, before), '{"$schema":"urn:a","n":1}');
  await workUntil(world, 2_000_000 + hourMs);
  const after = await rowOf(world, id);
  assert.deepEqual(
    [await text(world, before), await text(world, after)],
    [undefined, '{"$schema":"urn:b","n":1}'],
  );
  await workUntil(world, 2_000_000 + 9 * hourMs);
  assert.deepEqual(documents(world), [`run ${id} ${after.revision}`]);
});

test('a document that datasets are cut out of stays until they are made again', async () => {
  const world = openWorld();
  await world.schema('urn:a');
  const id = await world.upload('{"m":{"$schema":"urn:a","n":1}}');
  await workUntil(world, 2_000_000);
  const changed = await changeSchema(world.context, id, { uri: 'urn:a' });
  const [due] = changed?.due ?? assert.fail('nothing is due');
  // The task is deleted here, so no worker performs it.
  await world.table.write([{ delete: due?.item ?? assert.fail() }]);
  await workUntil(world, 2_000_000 + hourMs);
  assert.deepEqual(await world.texts(id), ['[{"$schema":"urn:a","n":1}]']);
  await world.make(id);
  await workUntil(world, 2_000_000 + 3 * hourMs);
  assert.equal(documents(world).length, 1);
  assert.equal((await world.texts(id)).length, 1);
});

test('two changes at the same time are both kept', async () => {
  const world = openWorld();
  const id = await world.upload('{"a":{},"b":{},"c":{}}');
  await Promise.all(
    ['a', 'b', 'c'].map((path) => changeSchema(world.context, id, { path, uri: `urn:${path}` })),
  );
  const row = await rowOf(world, id);
  assert.equal(
    await text(world, row),
    '{"a":{"$schema":"urn:a"},"b":{"$schema":"urn:b"},"c":{"$schema":"urn:c"}}',
  );
  assert.deepEqual(
    row.schemas?.map(({ uri }) => uri),
    ['urn:a', 'urn:b', 'urn:c'],
  );
  await workUntil(world, hourMs * 2);
  await workUntil(world, hourMs * 9);
  assert.deepEqual(documents(world), [`run ${id} ${row.revision}`]);
});

test('a change never shows a revision that is newer than the restored tables', async () => {
  const world = openWorld();
  const id = await world.upload('{"n":1}');
  const last = await world.repository.table.newIds('revision');
  await world.context.runs.put(id, Buffer.from('{"lost":true}'), last + 1);
  await changeSchema(world.context, id, { uri: 'urn:b' });
  assert.equal(await text(world, await rowOf(world, id)), '{"$schema":"urn:b","n":1}');
});

test('a writer that is late five times gets an error, and its attempts leave nothing', async () => {
  const world = openWorld();
  const id = await world.upload('{"n":1}');
  const { runs } = world.context;
  const { put } = runs;
  let attempts = 0;
  /** Another process changes the document first, at every attempt. */
  const late: typeof put = async (run, body, revision) => {
    attempts += 1;
    const faster = 1000 + attempts;
    await put(run, Buffer.from(`{"n":${faster}}`), faster);
    await world.repository.runs.change(run, (row) => ({ ...row, revision: faster }));
    return put(run, body, revision);
  };
  Object.assign(runs, { put: late });
  await assert.rejects(changeSchema(world.context, id, { uri: 'urn:b' }), {
    code: 'RUN_CHANGED',
    status: 409,
    message:
      /could not change the document of run \d+, .* during each of 5 attempts; send the request again$/,
  });
  assert.equal(attempts, 5);
  assert.equal(await text(world, await rowOf(world, id)), '{"n":1005}');
  await workUntil(world, hourMs * 9);
  const written = documents(world).filter((key) => Number(key.split(' ')[2]) < 1000);
  assert.deepEqual(written, [`run ${id} 0`]);
});

test('a writer that dies at any write leaves the old run or the new one, and no other data', async () => {
  const outcomes = new Set<string>();
  for (let at = 1; at < 20; at += 1) {
    const world = openWorld();
    const id = await world.upload('{"n":1}');
    let left = at;
    const dying =
      <A extends readonly unknown[], R>(write: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        left -= 1;
        if (left <= 0) throw new Error('died');
        return write(...given);
      };
    const { table, runs } = { table: world.table, runs: world.context.runs };
    const [write, put] = [table.write, runs.put];
    Object.assign(table, { write: dying(write) });
    Object.assign(runs, { put: dying(put) });
    const hasDied = await changeSchema(world.context, id, { uri: 'urn:b' }).then(
      () => false,
      () => true,
    );
    Object.assign(table, { write });
    Object.assign(runs, { put });
    const row = await rowOf(world, id);
    const seen = `${await text(world, row)} ${row.schemas?.map(({ uri }) => uri)}`;
    assert.equal(seen, hasDied ? '{"n":1} ' : '{"$schema":"urn:b","n":1} urn:b');
    outcomes.add(seen);
    await workUntil(world, hourMs * 2);
    await workUntil(world, hourMs * 9);
    assert.equal(documents(world).length, 1, `died at ${at}`);
    if (!hasDied) break;
  }
  assert.equal(outcomes.size, 2);
});
