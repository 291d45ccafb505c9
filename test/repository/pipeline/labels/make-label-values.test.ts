import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { repositoryKey } from '../../../../lib/names/repository-keys.ts';
import { elementsIn } from '../../../../lib/repository/pipeline/content/dataset-elements.ts';
import { removeBatches } from '../../../../lib/repository/pipeline/dataset-cleanup.ts';
import {
  makeLabelValues,
  removeValues,
} from '../../../../lib/repository/pipeline/labels/make-label-values.ts';
import { all } from '../../../../lib/repository/ports/table.ts';
import type { DatasetRow } from '../../../../lib/repository/records/datasets/dataset.ts';
import { valuesOf, withValues } from '../../../../lib/repository/records/labels/read-values.ts';
import type { LabelValues } from '../../../../lib/repository/records/labels/values.ts';
import { openRepository, type Repository } from '../../../../lib/repository/repository.ts';
import { openScripts } from '../../../../lib/results/scripts/scripts.ts';
import { type MemoryTable, openMemoryTable } from '../../memory-table.ts';

/**
 * Label values are stored with their dataset, and made again when labels change. Older values never replace
 * newer ones.
 */

const evaluate = openScripts(() => 0);
const own = { owner: 'dev-team', access: 'PRIVATE' } as const;
const extractors = [{ name: 'v', jsonpath: '$.v', isarray: false }];
let table: MemoryTable;
let repository: Repository;
let schemaId = 0;
const objects = new Map<string, LabelValues>();
const runs = {
  putLabelValues: async (run: number, dataset: number, values: LabelValues) =>
    void objects.set(`${run} ${dataset}`, values),
  labelValues: async (run: number, dataset: number) => objects.get(`${run} ${dataset}`),
};
const datasets = {
  erase: async (run: number, dataset: number) => void objects.delete(`${run} ${dataset}`),
};
beforeEach(async () => {
  objects.clear();
  table = openMemoryTable();
  repository = openRepository(table);
  const schema = await repository.schemas.create({ name: 's', uri: 'urn:a', ...own });
  assert.ok(typeof schema === 'object');
  schemaId = schema.id;
  await label(1, 'plain');
});

const label = (id: number, name: string, code?: string) =>
  repository.labels.put(schemaId, () => [
    {
      id,
      schemaId,
      name,
      extractors,
      filtering: true,
      metrics: true,
      ...own,
      ...(code !== undefined && { function: code }),
    },
  ]);
const row = (id: number, runId = 1, ordinal = 0): DatasetRow => ({
  id,
  runId,
  ordinal,
  testId: 5,
  start: runId * 10,
  stop: runId * 10 + 1,
  sizeBytes: 1,
  schemas: [{ uri: 'urn:a', index: 0 }],
});
const present = (dataset: DatasetRow) =>
  table.write([{ put: { ...dataset, ...repositoryKey.dataset(dataset.id) } }]);
const document = elementsIn(Buffer.from('[{"$schema":"urn:a","v":24}]'));
const make = (dataset: DatasetRow, read = document) =>
  makeLabelValues({ repository, runs, datasets, evaluate, now: () => 0 }, dataset, read);
const values = (dataset: DatasetRow) => valuesOf({ table, runs }, dataset);

test('values are those of the labels as they are now, also of what is PRIVATE (rows 61, 64)', async () => {
  await present(row(1));
  await make(row(1));
  assert.deepEqual(await values(row(1)), { 1: '24' });
  await label(1, 'plain', 'v => v * 2');
  await label(2, 'list');
  await make(row(1));
  assert.deepEqual(await values(row(1)), { 1: '48', 2: '24' });
  const [first] = await repository.labels.ofSchema(schemaId);
  await repository.labels.remove(first ?? assert.fail());
  await make(row(1));
  assert.deepEqual(await values(row(1)), { 2: '24' });
  await make(row(1));
  assert.deepEqual(await values(row(1)), { 2: '24' });
});

suite('values are not kept', () => {
  test('of a dataset that is gone, or whose document is', async () => {
    assert.equal(await make(row(1)), undefined);
    await present(row(1));
    assert.equal(await make(row(1), async () => undefined), undefined);
    assert.deepEqual(await values(row(1)), {});
  });

  test('of a dataset in whose place there is another one', async () => {
    for (const id of [1, 2]) await present(row(id));
    await make(row(2));
    assert.equal(await make(row(1)), undefined);
    assert.deepEqual([await values(row(1)), await values(row(2))], [{}, { 1: '24' }]);
    await make(row(2), elementsIn(Buffer.from('[{"$schema":"urn:a","v":25}]')));
    assert.deepEqual(await values(row(2)), { 1: '25' });
  });

  test('that were made with older labels, when younger ones are there', async () => {
    await present(row(1));
    const late = make(row(1), async (indexes) => {
      await label(1, 'plain', 'v => "young"');
      await make(row(1));
      return document(indexes);
    });
    assert.equal(await late, undefined);
    assert.deepEqual(await values(row(1)), { 1: '"young"' });
  });

  test('of a schema without labels', async () => {
    const other = { ...row(1), schemas: [{ uri: 'urn:b', index: 0 }] };
    await present(other);
    const made = await make(other, () => assert.fail('the document is not needed'));
    assert.deepEqual([made?.values, table.items.has(repositoryKey.values(5, 0, 0, 0).pk)], [{}, false]);
  });
});

test('values of two that meet are both written, one after the other', async () => {
  await present(row(1));
  await Promise.all([make(row(1)), make(row(1)), make(row(1))]);
  assert.deepEqual(await values(row(1)), { 1: '24' });
  const item = await table.get(repositoryKey.values(5, 10, 1, 0));
  assert.equal(item?.version, 3);
});

const text = 'x'.repeat(350_000);
const large = elementsIn(Buffer.from(JSON.stringify([{ $schema: 'urn:a', v: text }])));

test('values that are too large for the table are an object', async () => {
  await present(row(1));
  await make(row(1), large);
  const item = await table.get(repositoryKey.values(5, 10, 1, 0));
  assert.equal(JSON.stringify(item).length < 1000, true);
  assert.deepEqual(await values(row(1)), { 1: JSON.stringify(text) });
});

suite('an object of values goes', () => {
  const context = () => ({ repository, datasets, now: () => 0 });
  const noted = async () => (await table.page(repositoryKey.datasetBatch(1, 0).pk)).items;

  test('with its dataset', async () => {
    await present(row(1));
    await make(row(1), large);
    assert.equal(objects.size, 1);
    await removeBatches(context(), 1, [1]);
    assert.deepEqual([objects.size, await noted(), await repository.datasets.get(1)], [0, [], undefined]);
  });

  test('when its dataset is gone by the time it is there', async () => {
    await present(row(1));
    assert.equal(
      await make(row(1), async (indexes) => {
        await table.write([{ delete: repositoryKey.dataset(1) }]);
        return large(indexes);
      }),
      undefined,
    );
    assert.deepEqual([objects.size, await noted()], [0, []]);
  });

  test('when its dataset goes while it is written', async () => {
    await present(row(1));
    const { putLabelValues } = runs;
    runs.putLabelValues = async (...parts) => {
      await removeBatches(context(), 1, [1]);
      await putLabelValues(...parts);
    };
    assert.equal(await make(row(1), large), undefined);
    runs.putLabelValues = putLabelValues;
    assert.deepEqual([objects.size, await noted()], [0, []]);
  });

  test('with the next removal when its writer died', async () => {
    await present(row(1));
    const { putLabelValues } = runs;
    runs.putLabelValues = async (...parts) => {
      await putLabelValues(...parts);
      throw new Error('the power went out');
    };
    await assert.rejects(make(row(1), large), /power/);
    runs.putLabelValues = putLabelValues;
    assert.equal(objects.size, 1);
    await removeBatches(context(), 1, [1]);
    assert.deepEqual([objects.size, await noted()], [0, []]);
  });

  test('with the repetition when its writer died after its dataset was deleted', async () => {
    await present(row(1));
    const { putLabelValues } = runs;
    runs.putLabelValues = async (...parts) => {
      await removeBatches(context(), 1, [1]);
      await putLabelValues(...parts);
      throw new Error('the power went out');
    };
    await assert.rejects(make(row(1), large), /power/);
    runs.putLabelValues = putLabelValues;
    assert.equal(objects.size, 1);
    await removeValues(context(), 1);
    await removeValues(context(), 1);
    assert.deepEqual([objects.size, await noted()], [0, []]);
    assert.equal(await table.get(repositoryKey.datasetObject(1)), undefined);
  });
});

test('a large object that covered a younger one is made again', async () => {
  await present(row(1));
  const { putLabelValues } = runs;
  runs.putLabelValues = async (...parts) => {
    runs.putLabelValues = putLabelValues;
    await label(2, 'younger');
    await make(row(1), large);
    await putLabelValues(...parts);
  };
  await assert.rejects(make(row(1), large), /another task changed the label values/);
  await make(row(1), large);
  assert.deepEqual(Object.keys(await values(row(1))), ['1', '2']);
  assert.equal(await table.get(repositoryKey.datasetObject(1)), undefined);
});

test('datasets are listed with their own values, in both directions and over pages', async () => {
  const rows = Array.from({ length: 600 }, (_, n) => row(n + 1, Math.floor(n / 2) + 1, n % 2));
  for (const [n, dataset] of rows.entries()) {
    if (n % 3 === 0) continue;
    const key = repositoryKey.values(5, dataset.start, dataset.runId, dataset.ordinal);
    await table.write([{ put: { ...key, dataset: dataset.id, values: { 1: String(n) }, definitions: 1 } }]);
  }
  const walk = async (list: readonly DatasetRow[], backward: boolean) => {
    async function* source() {
      yield* list;
    }
    const found = await all(withValues({ table, runs }, source(), 5, backward));
    return found.map(({ datasetId, values: of }) => [datasetId, of[1]]);
  };
  const expected = rows.map(({ id }, n) => [id, n % 3 === 0 ? undefined : String(n)]);
  assert.deepEqual(await walk(rows, false), expected);
  assert.deepEqual(await walk(rows.toReversed(), true), expected.toReversed());
  const some = rows.filter((_, n) => n % 7 === 1);
  assert.deepEqual(
    await walk(some, false),
    expected.filter((_, n) => n % 7 === 1),
  );
});
