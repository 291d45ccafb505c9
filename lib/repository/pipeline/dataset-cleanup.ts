import { repositoryKey } from '../../names/repository-keys.ts';
import type { DatasetStore } from '../ports/dataset-store.ts';
import { all, type Item, itemsOf, type Table, type Write } from '../ports/table.ts';
import { placesOf } from '../records/datasets/datasets.ts';
import { forEachConcurrent } from '../records/for-each-concurrent.ts';
import type { Repository } from '../repository.ts';

/**
 * Milliseconds after which no function is still writing the datasets of a batch. An older batch that its run
 * does not name was abandoned.
 */
const abandonedMs = 3_600_000;

export type BatchContext = {
  readonly repository: Pick<Repository, 'table' | 'runs' | 'datasets'>;
  readonly datasets: Pick<DatasetStore, 'erase'>;
  /** The present time in epoch milliseconds. */
  readonly now: () => number;
};

/**
 * Records the ids of new datasets before a function writes objects under these ids. So a later task can find
 * the objects after a failure. The row of the run is marked, too. An existing record with the same first id
 * remains.
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
 * Deletes the rows, documents and indexes of removed datasets of a run. It keeps datasets that another
 * process may still add to the run.
 * @param gone ids of datasets that the run no longer has.
 */
export async function removeBatches(
  context: BatchContext,
  run: number,
  gone: readonly number[],
): Promise<void> {
  const { repository, now } = context;
  const batches = await batchesOf(context, run);
  // Small datasets have no record of a batch, so there is nothing to delete.
  if (batches.length === 0) return;
  // The run is read after the batches, so that the datasets of newer batches are not deleted.
  const live = new Set((await repository.runs.get(run))?.datasets);
  const known = new Set(gone);
  for (const item of batches) {
    const [first, count, at] = [Number(item.first), Number(item.count), Number(item.at)];
    if (live.has(first) || !(known.has(first) || at < now() - abandonedMs)) continue;
    await removeBatch(context, run, first, count);
  }
}

/**
 * Deletes the datasets that interrupted processes left of a deleted run. No process adds datasets any more.
 */
export async function removeAllBatches(context: BatchContext, run: number): Promise<void> {
  for (const { first, count } of await batchesOf(context, run))
    await removeBatch(context, run, Number(first), Number(count));
}

function batchesOf({ repository: { table } }: BatchContext, run: number): Promise<readonly Item[]> {
  const { pk, sk } = repositoryKey.datasetBatch(run, 0);
  return all(itemsOf(table, pk, { prefix: sk.slice(0, sk.indexOf('#') + 1) }));
}

async function removeBatch(
  { repository: { table, datasets: rows }, datasets }: BatchContext,
  run: number,
  first: number,
  count: number,
): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => first + at);
  await forEachConcurrent(ids, requestsAtOnce, (id) => datasets.erase(run, id));
  const found = await rows.getMany(ids);
  const writes = found.flatMap((row): Write[] => (row ? [{ delete: repositoryKey.dataset(row.id) }] : []));
  // An interrupted process may have left a row whose list entries remain. Another dataset may use the entry
  // now, so each delete checks the id.
  const places = found.flatMap((row): Write[] =>
    row === undefined ? [] : placesOf(row).map((key) => ({ delete: key, when: { id: row.id } })),
  );
  await forEachConcurrent(places, requestsAtOnce, (write) => table.write([write]));
  await writeAll(table, writes);
  await table.write([{ delete: repositoryKey.datasetBatch(run, first) }]);
}

/**
 * The most requests that run at the same time. A run has up to a thousand datasets, and each needs several
 * requests. One after the other, they would take half a minute.
 */
export const requestsAtOnce = 32;

/** The most items in one transaction. */
export const transactionItemsMax = 100;

/** Writes items in transactions, each with as many items as one transaction takes. */
export async function writeAll(table: Table, writes: readonly Write[]): Promise<void> {
  for (let at = 0; at < writes.length; at += transactionItemsMax)
    await table.write(writes.slice(at, at + transactionItemsMax));
}
