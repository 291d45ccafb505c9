import type { DatasetSummary, SchemaUsage, SortDirection } from '../../api.generated.ts';
import { accessLevel, maySee, type Principal } from '../../results/access.ts';
import { schemasOf } from '../pipeline/datasets/definitions.ts';
import { datasetLimits } from '../pipeline/datasets/limits.ts';
import { errorsOf } from '../pipeline/datasets/validation.ts';
import { all } from '../ports/table.ts';
import { type DatasetSelection, type VisibleDataset, visibleDatasets } from '../reading/visible-datasets.ts';
import type { DatasetRow } from '../records/datasets/dataset.ts';
import type { RunRow } from '../records/runs/runs.ts';
import type { Schema } from '../records/schemas/schemas.ts';
import type { Repository } from '../repository.ts';
import { nearest, readAlongMax } from './read-nearer-end.ts';
import { refuseLongList } from './unlimited.ts';

/** The requested page of a list of datasets, after validation. */
export type DatasetPage = {
  /** The number of datasets on a page. Absent, 0 or below: all. */
  readonly limit?: number | undefined;
  /** The number of the page, from 1. */
  readonly page?: number | undefined;
  readonly sort?: keyof typeof columns | undefined;
  readonly direction?: SortDirection | undefined;
};

/** The columns by which a list can be sorted. Rows without a value come last. */
const columns = {
  id: ({ dataset }) => dataset.id,
  runId: ({ dataset }) => dataset.runId,
  ordinal: ({ dataset }) => dataset.ordinal,
  start: ({ dataset }) => dataset.start,
  stop: ({ dataset }) => dataset.stop,
  '(stop - start)': ({ dataset }) => dataset.stop - dataset.start,
  testid: ({ dataset }) => dataset.testId,
  owner: ({ run }) => run.owner,
  access: ({ run }) => accessLevel(run.access),
  description: ({ run }) => run.description,
} as const satisfies Record<string, (each: VisibleDataset) => string | number | null>;

export type DatasetList = { readonly total: number; readonly datasets: readonly DatasetSummary[] };

/**
 * Lists a page of the datasets that the caller may see, and counts all of them. A list of a test's datasets
 * by start reads this page, and the pages between it and the nearer end of the list. Other lists are read
 * whole.
 */
export async function listDatasets(
  repository: Repository,
  caller: Principal,
  selection: DatasetSelection | { readonly run: RunRow },
  page: DatasetPage,
): Promise<DatasetList> {
  if ('testId' in selection && (page.sort ?? 'start') === 'start') {
    const { backward, skip, count } = placesOf(page);
    const total = await repository.runs.count(caller, selection, 'datasets');
    const part = { skip, end: Math.min(skip + count, total), total, backward };
    refuseLongList(part.end - skip, 'datasets', limitAdvice);
    const visible = await nearest(part, (direction, behind, n) =>
      datasetsBehind(repository, caller, selection, direction, behind, n),
    );
    return { total, datasets: await datasetSummaries(repository, caller, visible) };
  }
  const known =
    'run' in selection
      ? await datasetsOfRun(repository, selection.run)
      : await all(visibleDatasets(repository, caller, selection, true));
  return pageOf(repository, caller, sorted(known, page), page);
}

const limitAdvice = 'send the parameters `limit` and `page`';

/** Lists datasets of a test by start, after skipping some datasets at the beginning of the list. */
async function datasetsBehind(
  repository: Repository,
  caller: Principal,
  selection: { readonly testId: number },
  backward: boolean,
  skip: number,
  count: number,
): Promise<readonly VisibleDataset[]> {
  const { after, skipped } =
    skip > readAlongMax
      ? await repository.runs.skip(caller, selection, backward, skip, ({ datasets = [] }) => datasets.length)
      : { after: undefined, skipped: 0 };
  // The position after all datasets of the last run that was skipped whole.
  const place = after && {
    start: after.start,
    runId: after.id,
    ordinal: backward ? 0 : datasetLimits.datasetsMax,
  };
  const listed = visibleDatasets(repository, caller, selection, backward, place);
  return (await taken(listed, skip - skipped + count)).slice(skip - skipped);
}

/** A page of datasets that are in memory, in their order. */
export async function pageOf(
  repository: Repository,
  caller: Principal,
  known: readonly VisibleDataset[],
  page: DatasetPage,
): Promise<DatasetList> {
  const { skip, count } = placesOf(page);
  const visible = known.slice(skip, skip + count);
  refuseLongList(visible.length, 'datasets', limitAdvice);
  return { total: known.length, datasets: await datasetSummaries(repository, caller, visible) };
}

function placesOf({ direction = 'Descending', limit = 0, page = 1 }: DatasetPage) {
  const [skip, count] = limit > 0 ? [(page - 1) * limit, limit] : [0, Number.POSITIVE_INFINITY];
  return { backward: direction === 'Descending', skip, count };
}

export async function datasetsOfRun(
  { datasets }: Repository,
  run: RunRow,
): Promise<readonly VisibleDataset[]> {
  const rows = await datasets.getMany(run.trashed ? [] : (run.datasets ?? []));
  return rows.flatMap((dataset) => (dataset === undefined ? [] : [{ dataset, run }]));
}

async function taken<T>(items: AsyncIterable<T>, count: number): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) if (found.push(item) >= count) break;
  return found;
}

/** Sorts rows of datasets. Equal rows are ordered by run and ordinal, so that pages do not overlap. */
export function sorted(
  known: readonly VisibleDataset[],
  { sort = 'start', direction = 'Descending' }: DatasetPage,
): readonly VisibleDataset[] {
  const column: (each: VisibleDataset) => string | number | null = columns[sort];
  const sign = direction === 'Descending' ? -1 : 1;
  return [...known].sort((a, b) => {
    const [left, right] = [column(a), column(b)];
    const tie = sign * (a.dataset.runId - b.dataset.runId || a.dataset.ordinal - b.dataset.ordinal);
    if (left === null || right === null) return Number(left === null) - Number(right === null) || tie;
    return left === right ? tie : sign * (left < right ? -1 : 1);
  });
}

/** Datasets as lists show them, with the present names of the tests and schemas that the caller may see. */
export async function datasetSummaries(
  repository: Repository,
  caller: Principal,
  visible: readonly VisibleDataset[],
): Promise<readonly DatasetSummary[]> {
  const rows = await repository.datasets.getMany(visible.map(({ dataset }) => dataset.id));
  const known = visible.flatMap(({ run }, at) => {
    const dataset = rows[at];
    return dataset === undefined ? [] : [{ dataset, run }];
  });
  const tests = await repository.tests.many([...new Set(known.map(({ run }) => run.testId))]);
  const names = new Map(
    tests.flatMap((test) => (test && maySee(caller, test) ? [[test.id, test.name] as const] : [])),
  );
  const uris = new Set(known.flatMap(({ dataset }) => dataset.schemas.map(({ uri }) => uri)));
  const schemas = await schemasOf(repository, uris);
  return known.map(({ dataset, run }) => {
    const usages = usagesOf(dataset, caller, schemas);
    const errors = errorsOf(usages, dataset.validationErrors ?? []);
    return {
      id: dataset.id,
      runId: run.id,
      ordinal: dataset.ordinal,
      testId: run.testId,
      testname: names.get(run.testId) ?? null,
      access: run.access,
      owner: run.owner,
      start: dataset.start,
      stop: dataset.stop,
      description: descriptionOf(dataset, run),
      schemas: usages,
      validationErrors: errors.length === 0 ? null : [...errors],
    };
  });
}

/** The description of a dataset: the description of its run, or the reason why the dataset is empty. */
export const descriptionOf = (
  { isBare }: Pick<DatasetRow, 'isBare'>,
  run: Pick<RunRow, 'description'>,
): string | null => (isBare ? 'Empty Dataset for run data without any schema.' : run.description);

function usagesOf(
  { schemas }: DatasetRow,
  caller: Principal,
  known: ReadonlyMap<string, Schema>,
): SchemaUsage[] {
  return schemas.flatMap(({ uri, index }) => {
    const schema = known.get(uri);
    if (schema === undefined || !maySee(caller, schema)) return [];
    const { id, name } = schema;
    return [
      { id, name, uri, source: 0, type: 2, key: String(index), hasJsonSchema: schema.schema !== undefined },
    ];
  });
}
