import { repositoryKey } from '../../names/repository.ts';
import type { DatasetStore } from '../ports/dataset-store.ts';
import { all, itemsOf, type Table, type Write } from '../ports/table.ts';
import type { DatasetRow } from '../records/datasets/dataset.ts';
import { placesOf } from '../records/datasets/datasets.ts';
import { sideBySide } from '../records/side-by-side.ts';
import type { Repository } from '../repository.ts';

/** Longer than a function lives: a batch of this age whose run does not have it will never get it. */
const abandonedMs = 3_600_000;

export type BatchContext = {
  readonly repository: Pick<Repository, 'table' | 'runs' | 'datasets'>;
  readonly datasets: Pick<DatasetStore, 'erase'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/**
 * Notes which ids are about to be used, so that what is written under them is found whatever dies: the run says from then on that there
 * is something to be found. What was noted under the first of them before stays.
 */
export async function noteBatch(
  { repository: { table, runs }, now }: Pick<BatchContext, 'repository' | 'now'>,
  run: number,
  ids: readonly number[],
): Promise<void> {
  const first = ids[0] ?? 0;
  const put = { ...repositoryKey.datasetBatch(run, first), first, count: ids.length, at: now() };
  await runs.change(run, (row) => (row.hasBatches === true ? undefined : { ...row, hasBatches: true }));
  await table.write([{ put, when: 'absent' }]);
}

/**
 * Deletes what is left of datasets that a run has no more: rows, documents and indexes. What somebody else may be about to
 * give the run stays.
 * @param gone ids that the run has had.
 */
export async function removeBatches(
  context: BatchContext,
  run: number,
  gone: readonly number[],
): Promise<void> {
  const { repository, now } = context;
  const { pk, sk } = repositoryKey.datasetBatch(run, 0);
  const batches = await all(itemsOf(repository.table, pk, { prefix: sk.slice(0, sk.indexOf('#') + 1) }));
  // Small datasets are in no batch.
  if (batches.length === 0) return;
  // After the batches: one that the run has been given since is not taken from it.
  const live = new Set((await repository.runs.get(run))?.datasets);
  const known = new Set(gone);
  for (const item of batches) {
    const [first, count, at] = [Number(item.first), Number(item.count), Number(item.at)];
    if (live.has(first) || !(known.has(first) || at < now() - abandonedMs)) continue;
    await removeBatch(context, run, first, count);
  }
}

async function removeBatch(
  { repository: { table, datasets: rows }, datasets }: BatchContext,
  run: number,
  first: number,
  count: number,
): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => first + at);
  await sideBySide(ids, requestsAtOnce, (id) => datasets.erase(run, id));
  const found = await rows.getMany(ids);
  const writes = found.flatMap((row): Write[] => (row ? [{ delete: repositoryKey.dataset(row.id) }] : []));
  // Places in lists are left only by who died: others may have taken them.
  const places = found.flatMap((row): Write[] =>
    row === undefined ? [] : placesOf(row).map((key) => ({ delete: key, when: { id: row.id } })),
  );
  await sideBySide(places, requestsAtOnce, (write) => table.write([write]));
  await writeAll(table, writes);
  await table.write([{ delete: repositoryKey.datasetBatch(run, first) }]);
}

/** A run has up to a thousand datasets, whose documents and places are one request each: in turn they would take half a minute. */
export const requestsAtOnce = 32;

/** Items of one transaction. */
export const transactionItemsMax = 100;

/** Writes in transactions as large as they may be. */
export async function writeAll(table: Table, writes: readonly Write[]): Promise<void> {
  for (let at = 0; at < writes.length; at += transactionItemsMax)
    await table.write(writes.slice(at, at + transactionItemsMax));
}

/** Datasets that have, or may get, an object of their own: a document or the index of a large one. */
export const hasObjects = ({ slices, sizeBytes }: DatasetRow, wholeBytesMax: number): boolean =>
  sizeBytes > wholeBytesMax || (slices === undefined && sizeBytes > 2);
