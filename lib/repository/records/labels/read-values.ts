import { repositoryKey } from '../../../names/repository-keys.ts';
import type { RunStore } from '../../ports/run-store.ts';
import { type Item, itemsOf, type Table } from '../../ports/table.ts';
import type { DatasetPosition } from '../datasets/dataset.ts';
import { type ListedDataset, valuesKey } from '../datasets/datasets.ts';
import type { LabelValues, ValuedDataset, ValuesItem } from './values.ts';

export type ValueStores = {
  readonly table: Table;
  readonly runs: Pick<RunStore, 'labelValues'>;
};

/** Reads the label values of one dataset. Empty while the values are not made. */
export async function valuesOf(stores: ValueStores, dataset: ListedDataset): Promise<LabelValues> {
  return valuesIn(stores, dataset, await stores.table.get(valuesKey(dataset)));
}

/**
 * Reads the datasets of a test with their label values. Both lists are read in parallel, page by page.
 *
 * @param datasets in the order of start, run and number in the run, or reversed when `backward`. With
 * `after`, only datasets after this position.
 */
export async function* withValues(
  stores: ValueStores,
  datasets: AsyncIterable<ListedDataset>,
  testId: number,
  backward: boolean,
  after?: DatasetPosition,
): AsyncGenerator<ValuedDataset> {
  const { pk } = repositoryKey.values(testId, 0, 0, 0);
  const place = after && valuesKey({ testId, ...after }).sk;
  const range = { backward, limit: pageItems, ...(place !== undefined && { after: place }) };
  const items = itemsOf(stores.table, pk, range)[Symbol.asyncIterator]();
  const isBefore = (item: Item, sk: string): boolean => (backward ? item.sk > sk : item.sk < sk);
  try {
    let item = (await items.next()).value as Item | undefined;
    for await (const dataset of datasets) {
      const { sk } = valuesKey(dataset);
      while (item !== undefined && isBefore(item, sk)) item = (await items.next()).value as Item | undefined;
      const values = await valuesIn(stores, dataset, item?.sk === sk ? item : undefined);
      const { id: datasetId, runId, ordinal, start, stop } = dataset;
      yield { datasetId, runId, ordinal, start, stop, values };
    }
  } finally {
    await items.return?.(undefined);
  }
}

/** The number of items of one page of the table, which have about 100 kB. */
const pageItems = 250;

/**
 * The label values in an item, if they belong to the dataset. The item may have values of an earlier dataset
 * at the same position.
 */
async function valuesIn(
  { runs }: ValueStores,
  { id, runId }: ListedDataset,
  item: Item | undefined,
): Promise<LabelValues> {
  const { dataset, values } = (item ?? {}) as Partial<ValuesItem>;
  if (dataset !== id) return {};
  return values ?? (await runs.labelValues(runId, id)) ?? {};
}
