import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { repositoryKey } from '../../../../lib/names/repository-keys.ts';
import { requestsAtOnce } from '../../../../lib/repository/pipeline/dataset-cleanup.ts';
import { makeDatasets } from '../../../../lib/repository/pipeline/datasets/make-datasets.ts';
import type { Table } from '../../../../lib/repository/ports/table.ts';
import { all } from '../../../../lib/repository/ports/table.ts';
import { visibleDatasets } from '../../../../lib/repository/reading/visible-datasets.ts';
import { openRepository } from '../../../../lib/repository/repository.ts';
import { openMemoryTable } from '../../memory-table.ts';
import { ada, openWorld } from './world.ts';

/** A run has the right datasets, whatever happens while they are made. */

const list = (n: number) => ({
  function: `() => Array.from({ length: ${n} }, (_, n) => ({ n }))`,
  targetSchemaUri: 'urn:t',
});

suite('a run', () => {
  test('without a known schema has one empty dataset, and no work follows (row 45)', async () => {
    const world = openWorld();
    const run = await world.upload('{"$schema":"urn:unknown","a":1}');
    const { ids, due } = await world.make(run);
    assert.deepEqual([await world.texts(run), due], [['[]'], []]);
    const row = await world.repository.datasets.get(ids[0] ?? 0);
    assert.deepEqual([row?.isBare, row?.schemas, row?.ordinal], [true, [], 0]);
  });

  test('is not stored twice for a dataset of its parts, byte for byte', async () => {
    const world = openWorld();
    await world.schema('urn:a');
    await world.schema('urn:b');
    const document = ' {"$schema" : "urn:a", "n": 1.50, "in": {"$schema":"urn:b"}}\n';
    const run = await world.upload(document, { metadata: '[{"x":1,"$schema":"urn:b"}]' });
    const objects = world.objects.size;
    const { ids, due } = await world.make(run);
    assert.deepEqual(await world.texts(run), [
      `[${document.trim()},{"$schema":"urn:b"},{"x":1,"$schema":"urn:b"}]`,
    ]);
    assert.equal(world.objects.size, objects);
    assert.deepEqual(
      due.map(({ task }) => task),
      [{ kind: 'labels', dataset: ids[0] }],
    );
    const row = await world.repository.datasets.get(ids[0] ?? 0);
    assert.deepEqual(row?.schemas, [
      { uri: 'urn:a', index: 0 },
      { uri: 'urn:b', index: 1 },
      { uri: 'urn:b', index: 2 },
    ]);
    assert.equal(row?.sizeBytes, (await world.texts(run))[0]?.length);
  });

  test('gets new datasets each time, and nothing is left of the old ones (rows 36, 131)', async () => {
    const world = openWorld();
    await world.transformer(await world.schema('urn:a'), list(3));
    const run = await world.upload('{"$schema":"urn:a"}');
    const first = await world.make(run);
    const before = stateOf(world);
    const second = await world.make(run);
    assert.deepEqual([first.ids.length, second.ids.length], [3, 3]);
    assert.ok(second.ids.every((id) => !first.ids.includes(id)));
    for (const id of first.ids) assert.equal(await world.repository.datasets.get(id), undefined);
    assert.equal(stateOf(world), before);
    assert.deepEqual(
      (await world.texts(run)).map((text) => JSON.parse(text)),
      [0, 1, 2].map((n) => [{ $schema: 'urn:t', n }]),
    );
  });

  test('has fewer, more and very many datasets, all of them in the list of its test (row 52)', async () => {
    const world = openWorld();
    const schema = await world.schema('urn:a');
    const id = await world.transformer(schema, list(3));
    const run = await world.upload('{"$schema":"urn:a"}');
    for (const n of [3, 150, 40, 1, 120]) {
      await world.repository.transformers.change(id, (each) => ({ ...each, ...list(n) }));
      const { ids, due } = await world.make(run);
      const kinds = Map.groupBy(due, ({ task }) => task.kind);
      assert.deepEqual([ids.length, kinds.get('labels')?.length], [n, n]);
      // With fewer datasets than before, a task deletes the measurements of the ordinals that no longer have
      // a dataset.
      assert.equal(kinds.has('forget'), n === 40 || n === 1);
      const found = await all(visibleDatasets(world.repository, ada, { testId: 1 }, false));
      assert.deepEqual(
        found.map(({ dataset }) => [dataset.id, dataset.ordinal]),
        ids.map((each, at) => [each, at]),
      );
      assert.equal(partition(world.table, 'test-datasets#').length, n);
      assert.equal(partition(world.table, 'schema-datasets#urn:t').length, n);
      assert.equal([...world.objects.keys()].filter((key) => key.startsWith('dataset ')).length, n);
      assert.equal(await world.repository.runs.count(ada, { testId: 1 }, 'datasets'), n);
    }
    await world.repository.transformers.change(id, (each) => ({ ...each, ...list(2000) }));
    const { ids, notes } = await world.make(run);
    assert.deepEqual([ids.length, notes.length], [1000, 1]);
  });

  test('of many schemas has its datasets in as many transactions as they need', async () => {
    const world = openWorld();
    await world.transformer(await world.schema('urn:0'), list(20));
    const content = Array.from({ length: 40 }, (_, n) => ({ $schema: `urn:${n}` }));
    const run = await world.upload(JSON.stringify(content));
    assert.ok((await world.make(run)).ids.length >= 20);
    assert.equal((await world.repository.runs.get(run))?.schemas?.length, 40);
  });

  test('has its documents written and erased some at a time, so that a thousand do not take their turns', async () => {
    const world = openWorld();
    await world.transformer(await world.schema('urn:a'), list(150));
    const run = await world.upload('{"$schema":"urn:a"}');
    const most: Record<string, number> = {};
    const now: Record<string, number> = {};
    const counted = async (name: string, call: Promise<void>): Promise<void> => {
      now[name] = (now[name] ?? 0) + 1;
      most[name] = Math.max(most[name] ?? 0, now[name]);
      await new Promise(setImmediate);
      now[name] -= 1;
      await call;
    };
    const { put, erase } = world.context.datasets;
    Object.assign(world.context.datasets, {
      put: (...given: Parameters<typeof put>) => counted('put', put(...given)),
      erase: (...given: Parameters<typeof erase>) => counted('erase', erase(...given)),
    });
    await world.make(run);
    await world.make(run);
    assert.deepEqual(most, { put: requestsAtOnce, erase: requestsAtOnce });
  });

  test('loses its datasets in the trash and gets new ones when it is restored (rows 30, 31)', async () => {
    const world = openWorld();
    await world.schema('urn:a');
    const run = await world.upload('{"$schema":"urn:a"}');
    const { ids } = await world.make(run);
    await world.repository.runs.change(run, (each) => ({ ...each, trashed: true }));
    assert.deepEqual(await all(visibleDatasets(world.repository, ada, { testId: 1 }, true)), []);
    assert.deepEqual((await world.make(run)).ids, []);
    assert.deepEqual(
      [partition(world.table, 'test-datasets#'), partition(world.table, 'dataset#')],
      [[], []],
    );
    await world.repository.runs.change(run, (each) => ({ ...each, trashed: false }));
    const again = await world.make(run);
    assert.notEqual(again.ids[0], ids[0]);
    assert.deepEqual(await world.texts(run), ['[{"$schema":"urn:a"}]']);
  });

  test('is transformed once its schema exists (row 62)', async () => {
    const world = openWorld();
    await world.schema('urn:a');
    const run = await world.upload('{"in":{"$schema":"urn:a"},"later":{"$schema":"urn:b"}}');
    await world.make(run);
    assert.deepEqual(await world.texts(run), ['[{"$schema":"urn:a"}]']);
    await world.schema('urn:b');
    await world.make(run);
    assert.deepEqual(await world.texts(run), ['[{"$schema":"urn:a"},{"$schema":"urn:b"}]']);
  });
});

suite('two that make datasets of one run', () => {
  test('leave one set of them, and it is of the younger definitions', async () => {
    const table = openMemoryTable();
    const world = openWorld(table);
    const schema = await world.schema('urn:a');
    const id = await world.transformer(schema, list(2));
    const run = await world.upload('{"$schema":"urn:a"}');
    let meet: (() => Promise<unknown>) | undefined;
    const slow: Table = {
      ...table,
      async write(writes) {
        const now = meet;
        meet = undefined;
        await now?.();
        return table.write(writes);
      },
    };
    const late = { ...openWorld(table).context, datasets: world.context.datasets, runs: world.context.runs };
    let younger: readonly number[] = [];
    meet = async () => {
      await world.repository.transformers.change(id, (each) => ({ ...each, ...list(5) }));
      younger = (await world.make(run)).ids;
    };
    const older = await makeDatasets({ ...late, repository: openRepository(slow) }, run);
    const live = (await world.repository.runs.get(run))?.datasets;
    assert.deepEqual([younger.length, live?.length], [5, 5]);
    assert.equal(partition(table, 'test-datasets#').length, 5);
    assert.deepEqual([...world.objects.keys()].filter((key) => key.startsWith('dataset ')).length, 5);
    assert.ok(older.ids.length === 0 || String(older.ids) === String(live));
  });
});

test('a process that dies anywhere leaves work that the next one completes and cleans', async () => {
  for (const [old, n] of [
    [2, 3],
    [120, 130],
  ] as const)
    for (let dies = 0, died = true; died; dies += 1) {
      const table = openMemoryTable();
      const world = openWorld(table);
      const id = await world.transformer(await world.schema('urn:a'), list(old));
      const run = await world.upload('{"$schema":"urn:a"}');
      const first = await world.make(run);
      await world.repository.transformers.change(id, (each) => ({ ...each, ...list(n) }));
      let writes = 0;
      const step = async () => {
        if (writes++ === dies) throw new Error('killed');
      };
      const dying = {
        ...world.context,
        datasets: {
          ...world.context.datasets,
          put: async (...args: [number, number, Uint8Array]) => {
            await step();
            return world.context.datasets.put(...args);
          },
        },
        repository: openRepository({
          ...table,
          write: async (all) => {
            await step();
            return table.write(all);
          },
        }),
      };
      died = await makeDatasets(dying, run).then(
        () => false,
        () => true,
      );
      const seen = await all(visibleDatasets(world.repository, ada, { testId: 1 }, false));
      const live = (await world.repository.runs.get(run))?.datasets ?? [];
      assert.ok(live.length === n || String(live) === String(first.ids), 'one set or the other');
      assert.ok(seen.every(({ dataset }) => live.includes(dataset.id)));
      world.queue.time.now += 4_000_000;
      await world.make(run);
      assert.equal(partition(table, 'test-datasets#').length, n, `rows in the list at once after ${dies}`);
      await world.make(run);
      assert.equal((await all(visibleDatasets(world.repository, ada, { testId: 1 }, false))).length, n);
      assert.equal(partition(table, 'test-datasets#').length, n, `rows in the list after ${dies}`);
      assert.equal(partition(table, 'dataset#').length, n, `rows after ${dies}`);
      assert.equal(
        [...world.objects.keys()].filter((key) => key.startsWith('dataset ')).length,
        n,
        `objects after ${dies}`,
      );
      // Most writes store a document, and a crash has the same effect at each of them, so the test leaves
      // some out.
      if (n === 130 && dies === 3) dies = n;
    }
});

const partition = (table: ReturnType<typeof openMemoryTable>, prefix: string): readonly unknown[] =>
  [...table.items].filter(([pk]) => pk.startsWith(prefix)).flatMap(([, items]) => [...items.values()]);

/** The items and objects of a repository, without pending tasks. */
const stateOf = ({ table, objects }: ReturnType<typeof openWorld>) =>
  [...table.items].filter(([pk]) => !pk.startsWith('work')).flatMap(([, items]) => [...items.values()])
    .length + objects.size;

test('unchanged definitions are read once, and the next run sees a change', async () => {
  const requests: string[] = [];
  const table = openMemoryTable();
  const get: Table['get'] = async (key) => {
    requests.push(key.pk);
    return table.get(key);
  };
  const world = openWorld({ ...table, get });
  const schema = await world.schema('urn:a');
  await world.transformer(schema, { function: '() => ({ v: 1 })' });
  const runs = [await world.upload('{"$schema":"urn:a"}'), await world.upload('{"$schema":"urn:a"}')];
  const readsOf = async (run: number): Promise<number> => {
    requests.length = 0;
    await world.make(run);
    return requests.filter((pk) => pk === repositoryKey.transformer(0).pk || pk === repositoryKey.test(0).pk)
      .length;
  };
  assert.deepEqual([await readsOf(runs[0] ?? 0), await readsOf(runs[1] ?? 0)], [2, 0]);
  await world.transformer(schema, { function: '() => ({ v: 2 })' });
  assert.deepEqual(await readsOf(runs[1] ?? 0), 3);
});

test('batches of a run are read only when the run has batches, or when that is unknown', async () => {
  const requests: string[] = [];
  const table = openMemoryTable();
  const page: Table['page'] = async (pk, range) => {
    requests.push(pk);
    return table.page(pk, range);
  };
  const world = openWorld({ ...table, page });
  const schema = await world.schema('urn:a');
  const looks = async (run: number): Promise<number> => {
    requests.length = 0;
    await world.make(run);
    return requests.filter((pk) => pk === repositoryKey.run(run).pk).length;
  };
  const [run, bare] = [await world.upload('{"$schema":"urn:a"}'), await world.upload('{}')];
  assert.deepEqual([await looks(run), await looks(run), await looks(bare)], [0, 0, 0]);
  // Rows of older runs have no `hasBatches`. It is then unknown whether the run has batches, and the table is
  // read.
  await world.repository.runs.change(run, (row) => ({ ...row, hasBatches: undefined }));
  assert.equal(await looks(run), 1);
  await world.repository.runs.change(run, (row) => ({ ...row, hasBatches: false }));
  // After a crash that follows the record of a batch, and after any change of the run, the objects of the
  // batch are found.
  const id = await world.transformer(schema, list(2));
  const dying = { ...world.context.datasets, put: () => Promise.reject(new Error('killed')) };
  await assert.rejects(makeDatasets({ ...world.context, datasets: dying }, run), /killed/);
  await world.repository.transformers.remove(id);
  world.queue.time.now += 4_000_000;
  assert.equal(await looks(run), 1);
  assert.deepEqual(
    [...(table.items.get(repositoryKey.run(run).pk)?.keys() ?? [])].filter((sk) => sk.startsWith('datasets')),
    [],
  );
});
