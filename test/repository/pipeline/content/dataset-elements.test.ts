import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lengthOf } from '../../../../lib/repository/pipeline/content/dataset-document.ts';
import { elementsOf } from '../../../../lib/repository/pipeline/content/dataset-elements.ts';
import { contentLimits } from '../../../../lib/repository/pipeline/content/limits.ts';
import type { Slice } from '../../../../lib/repository/records/datasets/dataset.ts';
import { Document } from '../../../../lib/results/query/document.ts';
import { storedRun, textOf } from './stored-run.ts';

/**
 * Elements of a dataset are read at their positions in the run. When the run's document is deleted, no
 * element is read.
 */

const most = contentLimits.datasetPartBytesMax;
const document = Buffer.from('{"a":{"x":1},"b":{"y":2}}');
const slices: readonly Slice[] = [
  { source: 0, start: 5, end: 12 },
  { source: 1, start: 1, end: 8 },
  { source: 0, start: 17, end: 24 },
];
type Row = { readonly slices?: readonly Slice[]; readonly sizeBytes?: number; readonly runId?: number };
/** A dataset of this size is too large to be read whole. */
const large: Row = { slices, sizeBytes: most + 1 };
const small: Row = { slices, sizeBytes: lengthOf(slices) };

async function opened(row: Row) {
  const world = await storedRun(document, '[{"m":3}]');
  const dataset = { ...world.dataset, ...row };
  const stores = { ...world.context, runs: world.runs };
  return { ...world, elements: (...of: readonly number[]) => elementsOf(stores, dataset)(of) };
}

suite('elements of a dataset', () => {
  for (const [name, row] of Object.entries({ large, small }))
    test(`are found by their indexes, and missing elements are left out: ${name}`, async () => {
      const found = (await (await opened(row)).elements(1, 9, 2)) ?? assert.fail();
      assert.deepEqual(
        new Map([...found].map(([index, bytes]) => [index, textOf((bytes as Document).bytes)])),
        new Map([
          [1, '{"m":3}'],
          [2, '{"y":2}'],
        ]),
      );
    });

  test('are all that is read of a large dataset', async () => {
    const { elements, reads } = await opened(large);
    await elements(0);
    assert.deepEqual(reads, ['document 5 to 12']);
  });

  test('are read without the row of the run for a small dataset', async () => {
    const { elements, change } = await opened(small);
    await change({ revision: 3 });
    assert.equal((await elements(0))?.size, 1);
  });

  const of = (source: 0 | 1, bytes: number): Row => ({
    slices: [{ source, start: 5, end: 5 + bytes }],
    sizeBytes: bytes + 2,
  });
  for (const [what, row, isWhole] of [
    ['one of as many bytes as are read whole', of(0, most), true],
    ['one that is a byte longer', of(0, most + 1), false],
    ['one of the metadata, which are in memory', of(1, most + 1), true],
  ] as const)
    test(`are ${isWhole ? 'bytes' : 'read by ranges'}: ${what}`, async () => {
      const { elements, reads } = await opened(row);
      const element = (await elements(0))?.get(0) ?? assert.fail();
      assert.equal(element instanceof Document, isWhole);
      if (!(element instanceof Document)) assert.equal(element.documentBytes, most + 1);
      assert.equal(reads.includes('metadata'), row.slices?.[0]?.source === 1);
    });

  type World = Awaited<ReturnType<typeof opened>>;
  for (const [what, row, lose] of [
    ['the run', { ...large, runId: 99 }, () => {}],
    ['the revision that it was cut out of', large, ({ change }: World) => change({ revision: 3 })],
    ['the document', large, ({ objects, run }: World) => objects.delete(`run ${run.id} 2`)],
    ['the metadata', large, ({ objects, run }: World) => objects.delete(`metadata ${run.id}`)],
    ['the document of a small one', small, ({ objects, run }: World) => objects.delete(`run ${run.id} 2`)],
  ] as const)
    test(`are gone, every one of them, with ${what}`, async () => {
      const world = await opened(row);
      await lose(world);
      assert.equal(await world.elements(0, 1), undefined);
    });
});
