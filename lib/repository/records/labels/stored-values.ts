import { repositoryKey } from '../../../names/repository.ts';
import type { RunStore } from '../../ports/run-store.ts';
import { type Item, itemsOf, type Table } from '../../ports/table.ts';
import type { DatasetPlace, DatasetRow } from '../datasets/dataset.ts';
import type { LabelValues, ValuedDataset, ValuesItem } from './values.ts';

export type ValueStores = {
  readonly table: Table;
  readonly runs: Pick<RunStore, 'labelValues'>;
};

/** Where a dataset lies and what is shown of it. */
export type PlacedDataset = Pick<DatasetRow, 'id' | 'runId' | 'ordinal' | 'testId' | 'start' | 'stop'>;

/** The label values of one dataset; none while they are not made. */
export async function valuesOf(stores: ValueStores, dataset: PlacedDataset): Promise<LabelValues> {
  return valuesIn(stores, dataset, await stores.table.get(keyOf(dataset)));
}

/**
 * Datasets of a test with their label values: both lists are walked side by side, in pages of the table.
 *
 * @param datasets by start, run and ordinal, or the other way round when `backward`; behind `after` alone, where it is given.
 */
export async function* withValues(
  stores: ValueStores,
  datasets: AsyncIterable<PlacedDataset>,
  testId: number,
  backward: boolean,
  after?: DatasetPlace,
): AsyncGenerator<ValuedDataset> {
  const { pk } = repositoryKey.values(testId, 0, 0, 0);
  const place = after && keyOf({ testId, ...after }).sk;
  const range = { backward, limit: pageItems, ...(place !== undefined && { after: place }) };
  const items = itemsOf(stores.table, pk, range)[Symbol.asyncIterator]();
  const isBefore = (item: Item, sk: string): boolean => (backward ? item.sk > sk : item.sk < sk);
  try {
    let item = (await items.next()).value as Item | undefined;
    for await (const dataset of datasets) {
      const { sk } = keyOf(dataset);
      while (item !== undefined && isBefore(item, sk)) item = (await items.next()).value as Item | undefined;
      const values = await valuesIn(stores, dataset, item?.sk === sk ? item : undefined);
      const { id: datasetId, runId, ordinal, start, stop } = dataset;
      yield { datasetId, runId, ordinal, start, stop, values };
    }
  } finally {
    await items.return?.(undefined);
  }
}

/** Items of one page of the table: about 100 kB. */
const pageItems = 250;

const keyOf = ({ testId, start, runId, ordinal }: DatasetPlace & { readonly testId: number }) =>
  repositoryKey.values(testId, start, runId, ordinal);

/** Values of a dataset that was there before are not those of the one in its place. */
async function valuesIn(
  { runs }: ValueStores,
  { id, runId }: PlacedDataset,
  item: Item | undefined,
): Promise<LabelValues> {
  const { dataset, values } = (item ?? {}) as Partial<ValuesItem>;
  if (dataset !== id) return {};
  return values ?? (await runs.labelValues(runId, id)) ?? {};
}
