import type { Extractable } from '../../../results/extract.ts';
import { piecesOf } from '../../../results/json/value-spans.ts';
import { Document } from '../../../results/query/document.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { DatasetRow, Slice } from '../../records/datasets/dataset.ts';
import type { Repository } from '../../repository.ts';
import { type DocumentStores, wholeDocument } from './dataset-document.ts';
import { contentLimits } from './limits.ts';

/**
 * Reads the existing elements of a dataset by their indexes. Undefined when the document from which the
 * dataset was cut is deleted.
 */
export type Elements = (indexes: readonly number[]) => Promise<ReadonlyMap<number, Extractable> | undefined>;

/** Returns the elements of a document in memory by their indexes. */
export const elementsIn =
  (document: Uint8Array): Elements =>
  async (indexes) => {
    const { inner } = piecesOf(document, new Set(indexes.map(String)));
    return new Map(
      [...inner].map(([index, { start, end }]) => [
        Number(index),
        new Document(document.subarray(start, end)),
      ]),
    );
  };

type ElementStores = DocumentStores & { readonly repository: Pick<Repository, 'runs'> };

/**
 * Reads elements of a stored dataset. If the dataset is large, only the requested elements are read, and
 * large elements are read in ranges.
 */
export const elementsOf =
  (stores: ElementStores, dataset: DatasetRow): Elements =>
  async (indexes) => {
    const { slices, sizeBytes } = dataset;
    if (slices !== undefined && sizeBytes > contentLimits.datasetPartBytesMax)
      return slicesOf(stores, dataset, indexes);
    const document = await wholeDocument(stores, dataset);
    return document && elementsIn(document)(indexes);
  };

async function slicesOf(
  { repository, runs }: ElementStores,
  { runId, revision, slices = [] }: DatasetRow,
  indexes: readonly number[],
): Promise<ReadonlyMap<number, Extractable> | undefined> {
  const run = await repository.runs.get(runId);
  if (run === undefined || run.revision !== revision) return undefined;
  const found = new Map<number, Extractable>();
  for (const index of indexes) {
    const slice = slices[index];
    if (slice === undefined) continue;
    const isLarge = slice.source === 0 && slice.end - slice.start > contentLimits.datasetPartBytesMax;
    const element = isLarge
      ? // The module is loaded when the first large element is needed.
        await (await import('./run-parts.ts')).openPart(runs, run, slice)
      : await documentIn(runs, runId, revision, slice);
    if (element === undefined) return undefined;
    found.set(index, element);
  }
  return found;
}

async function documentIn(
  runs: RunStore,
  runId: number,
  revision: number | undefined,
  { source, start, end }: Slice,
): Promise<Document | undefined> {
  const bytes =
    source === 0
      ? await runs.document(runId, revision)(start, end)
      : (await runs.metadata(runId))?.subarray(start, end);
  return bytes && new Document(bytes);
}
