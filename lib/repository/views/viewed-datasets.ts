import type { DatasetSummary } from '../../api.generated.ts';
import type { Principal } from '../../results/access.ts';
import { type DatasetList, type DatasetPage, datasetSummaries } from '../datasets/list-datasets.ts';
import { type VisibleDataset, visibleDatasets } from '../datasets/visible-datasets.ts';
import { type ValueStores, valuesOf, withValues } from '../labels/stored-values.ts';
import type { Repository } from '../repository.ts';
import { namedValues } from './named-values.ts';
import { compareViewed, viewOf } from './view-of.ts';
import { defaultView, type View } from './views.ts';

/** Where label values are read for views. */
export type ViewStores = { readonly repository: Repository; readonly runs: ValueStores['runs'] };

/** Datasets whose label values are read at a time. */
const atOnce = 50;

/** Summaries of datasets with what a view of their test shows; without an id it is the one that every test has. */
export async function withView(
  { repository, runs }: ViewStores,
  caller: Principal,
  datasets: readonly DatasetSummary[],
  viewId?: number,
): Promise<readonly DatasetSummary[]> {
  const views = new Map<number, View | undefined>();
  for (const testId of new Set(datasets.map((each) => each.testId)))
    views.set(testId, await viewFor(repository, testId, viewId));
  // Most tests have a view without columns: nothing is read for these.
  if ([...views.values()].every((view) => (view?.components ?? []).length === 0))
    return datasets.map((dataset) => ({ ...dataset, view: {} }));
  const named = await namedValues(repository, caller);
  const stores = { table: repository.table, runs };
  const shown: DatasetSummary[] = [];
  for (let from = 0; from < datasets.length; from += atOnce) {
    const some = datasets.slice(from, from + atOnce);
    const values = await Promise.all(some.map((dataset) => valuesOf(stores, dataset)));
    for (const [n, dataset] of some.entries()) {
      const view = views.get(dataset.testId) ?? { components: [] };
      shown.push({ ...dataset, view: viewOf(named(values[n] ?? {}), view) });
    }
  }
  return shown;
}

/** One page of the datasets of a test by a column of a view; datasets without a value come last. */
export async function listByView(
  { repository, runs }: ViewStores,
  caller: Principal,
  testId: number,
  by: { readonly component: string; readonly label: string },
  { limit = 0, page = 1, direction = 'Descending', viewId }: DatasetPage & { readonly viewId?: number },
): Promise<DatasetList> {
  const view = await viewFor(repository, testId, viewId);
  const isShown = view?.components.some(
    ({ id, labels }) => String(id) === by.component && labels.includes(by.label),
  );
  const named = await namedValues(repository, caller);
  const known: VisibleDataset[] = [];
  const values: unknown[] = [];
  async function* listed() {
    for await (const each of visibleDatasets(repository, caller, { testId }, true)) {
      known.push(each);
      yield each.dataset;
    }
  }
  for await (const each of withValues({ table: repository.table, runs }, listed(), testId, true))
    values.push(isShown ? named(each.values).get(by.label) : undefined);
  const sign = direction === 'Descending' ? -1 : 1;
  const order = [...known.keys()].sort((a, b) => {
    const [left, right] = [values[a] ?? null, values[b] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || a - b;
    return sign * compareViewed(left, right) || a - b;
  });
  const shown = limit > 0 ? order.slice((page - 1) * limit, page * limit) : order;
  const summaries = await datasetSummaries(
    repository,
    caller,
    shown.flatMap((n) => known[n] ?? []),
  );
  return {
    total: known.length,
    datasets: await withView({ repository, runs }, caller, summaries, viewId),
  };
}

async function viewFor({ views }: Repository, testId: number, viewId?: number): Promise<View | undefined> {
  const present = await views.present(testId);
  return present.find(({ id, name }) => (viewId === undefined ? name === defaultView : id === viewId));
}
