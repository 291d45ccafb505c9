import type { DatasetSummary } from '../../api.generated.ts';
import type { Principal } from '../../results/access.ts';
import { namedValues } from '../reading/named-values.ts';
import { type ValueStores, valuesOf } from '../records/labels/read-values.ts';
import { viewOf } from '../records/views/view-values.ts';
import { defaultView, noView, type View } from '../records/views/views.ts';
import type { Repository } from '../repository.ts';

/** The stores of label values for views. */
export type ViewStores = { readonly repository: Repository; readonly runs: ValueStores['runs'] };

/** The most datasets whose label values are read at the same time. */
const atOnce = 50;

/**
 * Adds the values in the columns of a view to summaries of datasets. Without the id of a view, it is the
 * default view of their test.
 */
export async function withView(
  { repository, runs }: ViewStores,
  caller: Principal,
  datasets: readonly DatasetSummary[],
  viewId?: number,
): Promise<readonly DatasetSummary[]> {
  const views = new Map<number, View | undefined>();
  for (const testId of new Set(datasets.map((each) => each.testId)))
    views.set(testId, await viewFor(repository, testId, viewId));
  // A view without columns needs no values. Most tests have only such a view.
  if ([...views.values()].every((view) => (view?.components ?? []).length === 0))
    return datasets.map((dataset) => ({ ...dataset, view: {} }));
  const named = await namedValues(repository, caller);
  const stores = { table: repository.table, runs };
  const visible: DatasetSummary[] = [];
  for (let from = 0; from < datasets.length; from += atOnce) {
    const some = datasets.slice(from, from + atOnce);
    const values = await Promise.all(some.map((dataset) => valuesOf(stores, dataset)));
    for (const [n, dataset] of some.entries()) {
      const view = views.get(dataset.testId) ?? { components: [] };
      visible.push({ ...dataset, view: viewOf(named(values[n] ?? {}), view) });
    }
  }
  return visible;
}

/**
 * Reads a view of a test. Without an id, reads the default view: undefined when the test has none. Undefined
 * also for a negative id, which web pages of the original server send for a test without a default view.
 * @throws DownpourError VIEW_NOT_FOUND (400) when the test has no view with this id.
 */
export async function viewFor(
  { views }: Repository,
  testId: number,
  viewId?: number,
): Promise<View | undefined> {
  if (viewId !== undefined && viewId < 0) return undefined;
  const present = await views.present(testId);
  if (viewId === undefined) return present.find(({ name }) => name === defaultView);
  const view = present.find(({ id }) => id === viewId);
  if (view === undefined) throw noView(testId, viewId);
  return view;
}
