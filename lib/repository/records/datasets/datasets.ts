import { repositoryKey } from '../../../names/repository.ts';
import { type Item, type Key, keyOf, type Table, type Write } from '../../ports/table.ts';
import type { DatasetRow } from './dataset.ts';

export type Datasets = ReturnType<typeof openDatasets>;

/**
 * Datasets by what is known of them. The row of the run says which ones it has: any other one is about to come or to go,
 * and nobody sees it.
 */
export function openDatasets(table: Table) {
  return {
    get: async (id: number): Promise<DatasetRow | undefined> =>
      datasetOf(await table.get(repositoryKey.dataset(id))),

    /** In the order of the ids; undefined where there is none. */
    getMany: async (ids: readonly number[]): Promise<readonly (DatasetRow | undefined)[]> =>
      (await table.getMany(ids.map(repositoryKey.dataset))).map(datasetOf),

    newIds: (count: number): Promise<number> => table.newIds('dataset', count),
  };
}

/** The row of a dataset. */
export const rowWrite = (dataset: DatasetRow): Write => ({
  put: { ...dataset, ...repositoryKey.dataset(dataset.id) },
});

/** What puts datasets into the lists of their test and of their schemas, and takes those out that were there before. */
export function listWrites(now: readonly DatasetRow[], before: readonly DatasetRow[]): readonly Write[] {
  const puts = now.flatMap((dataset) =>
    placesOf(dataset).map((key): Write => ({ put: { ...listed(dataset), ...key } })),
  );
  const kept = new Set(puts.map((put) => nameOf(keyOf(put))));
  const left = before.flatMap(placesOf).filter((key) => !kept.has(nameOf(key)));
  return [...puts, ...left.map((key): Write => ({ delete: key }))];
}

/** Takes away the row of a dataset. */
export const goneWrite = ({ id }: DatasetRow): Write => ({ delete: repositoryKey.dataset(id) });

/** Where the label values of a dataset lie, or of any other one in its place. */
export const valuesKey = ({ testId, start, runId, ordinal }: DatasetRow): Key =>
  repositoryKey.values(testId, start, runId, ordinal);

/** Where lists have a dataset. */
export function placesOf({ testId, start, runId, ordinal, schemas }: DatasetRow): readonly Key[] {
  const uris = [...new Set(schemas.map(({ uri }) => uri))];
  return [
    repositoryKey.testDataset(testId, start, runId, ordinal),
    ...uris.map((uri) => repositoryKey.schemaDataset(uri, start, runId, ordinal)),
  ];
}

/** What lists have of a dataset: what may be long stays in its row. */
export type ListedDataset = Pick<DatasetRow, 'id' | 'runId' | 'ordinal' | 'testId' | 'start' | 'stop'>;

const listed = ({ id, runId, ordinal, testId, start, stop }: DatasetRow): ListedDataset => ({
  ...{ id, runId, ordinal, testId, start, stop },
});

export function listedOf({ id, runId, ordinal, testId, start, stop }: Item): ListedDataset {
  return { id, runId, ordinal, testId, start, stop } as ListedDataset;
}

const nameOf = ({ pk, sk }: Key): string => `${pk}\0${sk}`;

/** An item without its keys. */
function datasetOf(item: Item | undefined): DatasetRow | undefined {
  if (item === undefined) return undefined;
  const { pk: _, sk: __, ...dataset } = item;
  return dataset as unknown as DatasetRow;
}
