import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { repositoryKey, workParts } from '../../../../lib/names/repository-keys.ts';
import type { RepositoryContext } from '../../../../lib/repository/context.ts';
import { handlers } from '../../../../lib/repository/pipeline/handlers.ts';
import { fingerprintsOf, lastPoints } from '../../../../lib/repository/pipeline/series/datapoint-edits.ts';
import { all, type Item, type Table } from '../../../../lib/repository/ports/table.ts';
import { seriesOf } from '../../../../lib/repository/records/alerting/fingerprint.ts';
import { entriesOf } from '../../../../lib/repository/records/log/log.ts';
import { limits } from '../../../../lib/results/limits.ts';
import { openMemoryTable } from '../../memory-table.ts';
import { ada, labelOf, openWorld } from '../datasets/world.ts';

/**
 * New datasets are written with their label values. The values are the same as those that tasks would make.
 */

const document = '{"$schema":"urn:a","v":42}';

suite('a recalculation', () => {
  test('writes values with their datasets, the same as tasks, and leaves no task', async () => {
    const { world, run, recalculate, values, put } = await opened();
    await put(
      { name: 'rate' },
      { name: 'twice', function: 'v => 2 * v' },
      { name: 'bad', function: 'v => v.a.b' },
    );
    const { due = [] } = await recalculate('now');
    assert.deepEqual(
      due.map(({ task }) => task.kind),
      ['labels'],
      'for an upload it is a task',
    );
    for (const each of due)
      await handlers.labels?.(world.context as RepositoryContext, each.task as never, 'now');
    const [before] = await values();
    assert.deepEqual(before?.values, { 1: '42', 2: '84' });
    assert.deepEqual((await recalculate('later')).due, []);
    const [after, ...others] = await values();
    const [dataset] = (await world.repository.runs.get(run))?.datasets ?? [];
    assert.deepEqual([after?.dataset, after?.values, others], [dataset, before?.values, []]);
    assert.notEqual(after?.dataset, before?.dataset);
    assert.equal(after?.definitions, before?.definitions);
  });

  test('measures, and tells what labels had to say', async () => {
    const { world, run, recalculate, put } = await opened();
    await put({ name: 'rate' }, { name: 'bad', function: 'v => v.a.b' });
    const { repository, table, context } = world;
    const { testId = 0 } = (await repository.runs.get(run)) ?? {};
    const variable = { id: 1, testId, name: 'v', order: 0, labels: ['rate'], changeDetection: [] };
    await repository.alerting.replace(testId, [variable], []);
    await recalculate('later');
    const [fingerprint = ''] = await fingerprintsOf(table, 1);
    assert.deepEqual(
      (await lastPoints(table, 1, seriesOf(fingerprint))).map(({ value }) => value),
      [42],
    );
    const location = { kind: 'dataset', test: testId, source: 'labels' } as const;
    const entries = await all(entriesOf(repository, ada, location, { now: context.now() }));
    assert.match(entries.map(({ message }) => message).join(), /^label bad: TypeError: /);
  });

  test('takes old values away where there are none any more', async () => {
    const { world, recalculate, values, put } = await opened();
    await put({ name: 'rate' });
    await recalculate('later');
    assert.equal((await values()).length, 1);
    const [label] = await world.repository.labels.list();
    assert.ok(label !== undefined && (await world.repository.labels.remove(label)));
    await recalculate('later');
    assert.deepEqual(await values(), []);
  });

  test('makes them due again when labels were changed while it was written', async () => {
    let change: (() => Promise<unknown>) | undefined;
    const memory = openMemoryTable();
    const { write: writeAll } = memory;
    const write: Table['write'] = async (writes) => {
      const mine = writes.some((each) => 'put' in each && each.put.pk.startsWith('values#'))
        ? change
        : undefined;
      if (mine !== undefined) change = undefined;
      await mine?.();
      return writeAll(writes);
    };
    const { world, recalculate, values, put } = await opened(Object.assign(memory, { write }));
    await put({ name: 'rate' });
    change = () => put({ name: 'rate', function: 'v => v + 1' });
    const { due = [] } = await recalculate('later');
    for (const each of due) {
      assert.ok(each.task.kind === 'labels' && (await world.context.work.pending(each)) !== undefined);
      await handlers.labels?.(world.context as RepositoryContext, each.task, 'later');
    }
    assert.deepEqual(
      (await values()).map((item) => item.values),
      [{ 1: '43' }],
    );
  });

  test('leaves large documents and large values to tasks', async () => {
    const { recalculate, values, put } = await opened(
      undefined,
      `{"$schema":"urn:a","v":"${'x'.repeat(200_000)}"}`,
    );
    await put({ name: 'one' }, { name: 'two' });
    const { due = [] } = await recalculate('later');
    assert.deepEqual([due.map(({ task }) => task.kind), await values()], [['labels'], []]);
    const large = await opened(undefined, `{"$schema":"urn:a","v":"${'x'.repeat(limits.wholeBytesMax)}"}`);
    await large.put({ name: 'none', function: '() => 1' });
    assert.deepEqual(
      ((await large.recalculate('later')).due ?? []).map(({ task }) => task.kind),
      ['labels'],
    );
  });
});

async function opened(table = openMemoryTable(), text = document) {
  const world = openWorld(table);
  const schema = await world.schema('urn:a');
  const run = await world.upload(text);
  return {
    world,
    run,
    put: (...labels: readonly { readonly name: string; readonly function?: string }[]) =>
      world.repository.labels.put(schema.id, () =>
        labels.map((label, n) => labelOf(schema.id, { id: n + 1, ...label })),
      ),
    async recalculate(priority: 'now' | 'later') {
      const due = await handlers.datasets?.(
        world.context as RepositoryContext,
        { kind: 'datasets', run },
        priority,
      );
      let waiting = 0;
      for (let part = 0; part < workParts; part += 1)
        waiting += (await table.page(repositoryKey.work(part, 0, '').pk)).items.length;
      assert.ok(waiting >= (due?.due?.length ?? 0), 'what is due was written');
      return due ?? {};
    },
    values: async (): Promise<readonly Item[]> =>
      [...table.items].filter(([pk]) => pk.startsWith('values#')).flatMap(([, items]) => [...items.values()]),
  };
}
