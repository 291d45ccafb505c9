import type { Principal } from '../../results/access.ts';
import { namedTexts } from '../reading/named-values.ts';
import { type VisibleDataset, visibleDatasets } from '../reading/visible-datasets.ts';
import type { NamedValues, ValueFilter } from '../records/labels/filter.ts';
import { valuesOf, withValues } from '../records/labels/read-values.ts';
import type { RunRow } from '../records/runs/runs.ts';
import { compareViewed, isNumber, viewedValue } from '../records/views/sort-by-view.ts';
import { type DatasetList, type DatasetPage, datasetsOfRun, pageOf, sorted } from './list-datasets.ts';
import { bounded } from './list-values.ts';
import { type ViewStores, viewFor, withView } from './viewed-datasets.ts';

/** The options of a list by label values. */
export type ValuedList = DatasetPage & {
  readonly of: { readonly testId: number } | { readonly run: RunRow };
  /**
   * For a test: the column of a view by which the list is sorted instead of `sort`. Datasets without a value
   * come last.
   */
  readonly column?: { readonly component: string; readonly label: string } | undefined;
  /** The filter of datasets. Absent: all datasets are listed. */
  readonly filter?: ValueFilter | undefined;
  readonly viewId?: number | undefined;
};

/**
 * Lists a page of datasets by their label values. It reads all datasets with their values.
 * @throws DownpourError TOO_MANY_DATASETS (413).
 */
export async function listByValues(
  stores: ViewStores,
  caller: Principal,
  { of, column, filter, viewId, ...page }: ValuedList,
): Promise<DatasetList> {
  const named = await namedTexts(stores.repository, caller);
  const selected: Valued[] = [];
  for await (const { dataset, values } of valuedDatasets(stores, caller, of, named))
    if (filter === undefined || filter(values)) selected.push({ dataset, values });
  const known =
    column === undefined || 'run' in of
      ? sorted(
          selected.map(({ dataset }) => dataset),
          page,
        )
      : byColumn(
          selected,
          (await isColumn(stores, of.testId, column, viewId)) ? column.label : undefined,
          page,
        );
  const { total, datasets } = await pageOf(stores.repository, caller, known, page);
  return { total, datasets: await withView(stores, caller, datasets, viewId) };
}

type Valued = { readonly dataset: VisibleDataset; readonly values: NamedValues };

async function* valuedDatasets(
  { repository, runs }: ViewStores,
  caller: Principal,
  of: ValuedList['of'],
  named: Awaited<ReturnType<typeof namedTexts>>,
): AsyncGenerator<Valued> {
  const stores = { table: repository.table, runs };
  if ('run' in of) {
    for (const dataset of await datasetsOfRun(repository, of.run))
      yield { dataset, values: named(await valuesOf(stores, dataset.dataset)) };
    return;
  }
  let last: VisibleDataset | undefined;
  async function* listed({ testId }: { readonly testId: number }) {
    const visible = visibleDatasets(repository, caller, { testId }, true);
    for await (const each of bounded(
      visible,
      'list the label values of the test page by page: send an empty parameter cursor first',
    )) {
      last = each;
      yield each.dataset;
    }
  }
  for await (const { values } of withValues(stores, listed(of), of.testId, true))
    if (last !== undefined) yield { dataset: last, values: named(values) };
}

/** True when the view of a test has this column. */
async function isColumn(
  { repository }: ViewStores,
  testId: number,
  { component, label }: NonNullable<ValuedList['column']>,
  viewId: number | undefined,
): Promise<boolean> {
  const view = await viewFor(repository, testId, viewId);
  return (
    view?.components.some(({ id, labels }) => String(id) === component && labels.includes(label)) === true
  );
}

/**
 * Sorts datasets by a column of their view. In both directions numbers come first, and missing values last.
 * @param label undefined when the view has no such column. No dataset has a value then.
 */
function byColumn(
  selected: readonly Valued[],
  label: string | undefined,
  { direction = 'Descending' }: DatasetPage,
): readonly VisibleDataset[] {
  const values = selected.map(({ values }) => viewedValue((label && values.get(label)) ?? 'null'));
  const sign = direction === 'Descending' ? -1 : 1;
  const order = [...selected.keys()].sort((a, b) => {
    const [left, right] = [values[a], values[b]];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || a - b;
    return Number(isNumber(right)) - Number(isNumber(left)) || sign * compareViewed(left, right) || a - b;
  });
  return order.flatMap((n) => selected[n]?.dataset ?? []);
}
