import { repositoryKey } from '../../../names/repository-keys.ts';
import {
  type Item,
  type Key,
  keyOf,
  nameOf,
  recordAt,
  recordOf,
  type Table,
  type Write,
} from '../../ports/table.ts';
import type { DatasetPosition, DatasetRow } from './dataset.ts';

export type Datasets = ReturnType<typeof openDatasets>;

/**
 * The store of the rows of datasets. The row of a run names its datasets. A dataset that no run names is
 * being added or removed, and is invisible.
 */
export function openDatasets(table: Table) {
  return {
    get: (id: number) => recordAt<DatasetRow>(table, repositoryKey.dataset(id)),

    /** Reads several datasets in the order of the ids. A missing dataset is undefined. */
    getMany: async (ids: readonly number[]): Promise<readonly (DatasetRow | undefined)[]> =>
      (await table.getMany(ids.map(repositoryKey.dataset))).map((item) => item && recordOf<DatasetRow>(item)),

    newIds: (count: number): Promise<number> => table.newIds('dataset', count),
  };
}

/** The write of a dataset's row. */
export const rowWrite = (dataset: DatasetRow): Write => ({
  put: { ...dataset, ...repositoryKey.dataset(dataset.id) },
});

/**
 * The writes that add datasets to the lists of their test and schemas, and that delete the entries of earlier
 * datasets.
 */
export function listWrites(now: readonly DatasetRow[], before: readonly DatasetRow[]): readonly Write[] {
  const puts = now.flatMap((dataset) =>
    placesOf(dataset).map((key): Write => ({ put: { ...listedOf(dataset), ...key } })),
  );
  const kept = new Set(puts.map((put) => nameOf(keyOf(put))));
  const left = before.flatMap(placesOf).filter((key) => !kept.has(nameOf(key)));
  return [...puts, ...left.map((key): Write => ({ delete: key }))];
}

/** The write that deletes the row of a dataset. */
export const goneWrite = ({ id }: DatasetRow): Write => ({ delete: repositoryKey.dataset(id) });

/**
 * The key of the label values of a dataset. A later dataset with the same number in the run has the same key.
 */
export const valuesKey = ({
  testId,
  start,
  runId,
  ordinal,
}: DatasetPosition & { readonly testId: number }): Key => repositoryKey.values(testId, start, runId, ordinal);

/** The keys of a dataset's entries in lists. */
export function placesOf({ testId, start, runId, ordinal, schemas }: DatasetRow): readonly Key[] {
  const uris = [...new Set(schemas.map(({ uri }) => uri))];
  return [
    repositoryKey.testDataset(testId, start, runId, ordinal),
    ...uris.map((uri) => repositoryKey.schemaDataset(uri, start, runId, ordinal)),
  ];
}

/** The fields of a dataset that lists contain. Fields that may be long are only in its row. */
export type ListedDataset = Pick<DatasetRow, 'id' | 'runId' | 'ordinal' | 'testId' | 'start' | 'stop'>;

export function listedOf({ id, runId, ordinal, testId, start, stop }: DatasetRow | Item): ListedDataset {
  return { id, runId, ordinal, testId, start, stop } as ListedDataset;
}
