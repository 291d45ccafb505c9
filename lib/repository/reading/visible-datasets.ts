import { repositoryKey } from '../../names/repository-keys.ts';
import { maySee, type Principal } from '../../results/access.ts';
import type { Item, Table } from '../ports/table.ts';
import type { DatasetPosition, DatasetRow } from '../records/datasets/dataset.ts';
import { type ListedDataset, listedOf } from '../records/datasets/datasets.ts';
import { pageRunsMax, type RunRow, type ShortRun } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';

/** A dataset that a caller may see, with its run, whose owner, access and description apply to it. */
export type VisibleDataset = { readonly dataset: ListedDataset; readonly run: ShortRun };

/** Selects the datasets of one test, or the datasets that name a schema. */
export type DatasetSelection = { readonly testId: number } | { readonly uri: string };

/**
 * Lists the datasets that the caller may see, in the order of their runs' starts. They are read page by page
 * until the caller stops. Datasets of hidden runs are left out, and so are datasets that are being added or
 * removed.
 *
 * @param after for a test: only datasets after this position.
 */
export async function* visibleDatasets(
  repository: Repository,
  caller: Principal,
  selection: DatasetSelection,
  backward: boolean,
  after?: DatasetPosition,
): AsyncGenerator<VisibleDataset> {
  const { table } = repository;
  const { pk } =
    'uri' in selection
      ? repositoryKey.schemaDataset(selection.uri, 0, 0, 0)
      : repositoryKey.testDataset(selection.testId, 0, 0, 0);
  if ('testId' in selection) {
    const { testId } = selection;
    const place = after && repositoryKey.testDataset(testId, after.start, after.runId, after.ordinal).sk;
    const listed = mapped(flat(growingPages(table, pk, backward, place)), listedOf);
    // The list of runs begins with the run at this position, which may have more datasets.
    const from = after && { start: after.start, id: after.runId + (backward ? 1 : -1) };
    const runs = repository.runs.listedShort(caller, selection, { backward, after: from });
    yield* besideRuns(listed, runs, backward);
    return;
  }
  for await (const items of growingPages(table, pk, backward))
    yield* withRuns(repository, caller, items.map(listedOf), backward);
}

/** Reads the items of a partition in pages that grow, because most callers need only the first items. */
async function* growingPages(
  table: Table,
  pk: string,
  backward: boolean,
  place?: string,
): AsyncGenerator<readonly Item[]> {
  let after = place;
  for (let limit = pageItems; ; limit = Math.min(2 * limit, pageRunsMax)) {
    const { items, next } = await table.page(pk, { backward, limit, ...(after !== undefined && { after }) });
    yield items;
    if (next === undefined) return;
    after = next;
  }
}

/** Reads a dataset that the caller may see. Undefined for a missing or hidden dataset. */
export async function visibleDataset(
  { datasets, runs }: Repository,
  caller: Principal,
  id: number,
): Promise<{ readonly dataset: DatasetRow; readonly run: RunRow } | undefined> {
  const dataset = await datasets.get(id);
  const run = dataset && (await runs.get(dataset.runId));
  if (dataset === undefined || run === undefined || run.trashed) return undefined;
  return maySee(caller, run) && isOf(run, dataset) ? { dataset, run } : undefined;
}

/**
 * Reads datasets and, in parallel, their runs. Both lists are in the order of start, run and number of the
 * dataset. A dataset is left out when the caller may not see its run, or when the run does not name the
 * dataset.
 */
async function* besideRuns(
  datasets: AsyncIterable<ListedDataset>,
  runs: AsyncIterable<ShortRun>,
  backward: boolean,
): AsyncGenerator<VisibleDataset> {
  const rest = runs[Symbol.asyncIterator]();
  const sign = backward ? -1 : 1;
  try {
    let run = (await rest.next()).value as RunRow | undefined;
    for await (const dataset of datasets) {
      while (run !== undefined && sign * (run.start - dataset.start || run.id - dataset.runId) < 0)
        run = (await rest.next()).value as RunRow | undefined;
      if (run === undefined) return;
      if (isOf(run, dataset)) yield { dataset, run };
    }
  } finally {
    await rest.return?.();
  }
}

/** The number of items of the first page of datasets. */
const pageItems = 100;

const isOf = (run: ShortRun, { id }: Pick<DatasetRow, 'id'>): boolean => run.datasets?.includes(id) === true;

/**
 * Adds the runs to a page of datasets. The runs from the start of the first dataset on are read from the list
 * of runs. This costs less than single reads when most runs have such datasets.
 */
async function* withRuns(
  { runs }: Repository,
  caller: Principal,
  page: readonly ListedDataset[],
  backward: boolean,
): AsyncGenerator<VisibleDataset> {
  if (page.length === 0) return;
  const starts = page.map(({ start }) => start);
  const [from, to] = [Math.min(...starts), Math.max(...starts) + 1];
  const limit = Math.min(2 * page.length, pageRunsMax);
  const listed = await runs.readShortPage(caller, {}, { backward, from, to, limit });
  const found = new Map(listed.runs.map((run) => [run.id, run]));
  const { next } = listed;
  const isRead = ({ start, runId }: ListedDataset): boolean =>
    next === undefined || (backward ? -1 : 1) * (start - next.start || runId - next.id) <= 0;
  const rest = [...new Set(page.flatMap((dataset) => (isRead(dataset) ? [] : [dataset.runId])))];
  for (const run of await runs.getMany(rest)) if (run !== undefined) found.set(run.id, run);
  for (const dataset of page) {
    const run = found.get(dataset.runId);
    if (run !== undefined && !run.trashed && maySee(caller, run) && isOf(run, dataset))
      yield { dataset, run };
  }
}

async function* flat<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page;
}

async function* mapped<A, B>(items: AsyncIterable<A>, map: (item: A) => B): AsyncGenerator<B> {
  for await (const item of items) yield map(item);
}
