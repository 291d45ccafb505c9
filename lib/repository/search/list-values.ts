import type { SortDirection } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import type { DatasetPosition } from '../records/datasets/dataset.ts';
import type { NamedValues, ValueFilter } from '../records/labels/filter.ts';
import type { ValuedDataset } from '../records/labels/values.ts';
import { listLimits } from './limits.ts';

/** A dataset with the requested values, by the names of the labels. */
export type ValueRow = Omit<ValuedDataset, 'values'> & { readonly values: NamedValues };

/** The name of a label, and whether it is for filtering or a metric. */
export type LabelName = {
  readonly id: number;
  readonly name: string;
  readonly filtering: boolean;
  readonly metrics: boolean;
};

export type ValueQuery = {
  readonly filter: ValueFilter;
  /** Bounds in epoch milliseconds: only runs that start after `after` and stop before `before`. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /**
   * False: the labels for filtering are left out. Absent: they are included. The same holds for the labels
   * that are metrics.
   */
  readonly filtering?: boolean | undefined;
  readonly metrics?: boolean | undefined;
  /** Names of labels, as repeated parameters or comma-separated lists. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** The sort order. Absent: the newest start comes first in any direction. */
  readonly sort?: 'start' | 'stop' | undefined;
  readonly direction?: SortDirection | undefined;
  /** The number of rows on a page. Absent, 0 or below: all. */
  readonly limit?: number | undefined;
  /** The number of the page, from 0. */
  readonly page?: number | undefined;
};

/** True when datasets must be read from the newest start to the oldest. */
export const isBackward = ({ sort, direction }: Pick<ValueQuery, 'sort' | 'direction'>): boolean =>
  sort !== 'start' || direction === 'Descending';

/**
 * Lists a page of label values. A list by start stops when the page is full. Another order reads all datasets
 * and keeps those of the page.
 *
 * @param datasets in the order of `isBackward`.
 */
export async function listValues(
  datasets: AsyncIterable<ValuedDataset>,
  labels: readonly LabelName[],
  query: ValueQuery,
): Promise<readonly ValueRow[]> {
  const { limit = 0, page = 0, sort, direction } = query;
  const [skip, end] = limit > 0 ? [page * limit, (page + 1) * limit] : [0, Number.POSITIVE_INFINITY];
  const kept: ValueRow[] = [];
  let passed = 0;
  for await (const row of rowsOf(datasets, labels, query)) {
    if (sort === 'stop') keepFirst(kept, row, end, direction === 'Descending' ? -1 : 1);
    else if (passed++ >= skip) kept.push(row);
    if (sort !== 'stop' && passed >= end) break;
  }
  return sort === 'stop' ? sorted(kept, direction === 'Descending' ? -1 : 1).slice(skip, end) : kept;
}

/** Rows in the order of the start. `next` is the position of the next page. Absent: this is the last page. */
export type ValuePage = { readonly rows: readonly ValueRow[]; readonly next?: DatasetPosition };

/**
 * Lists the next rows in the order of the start. It reads a limited number of datasets, even when few of them
 * are selected.
 *
 * @param datasets in the order of `isBackward`, from the end of the last page.
 */
export async function nextValues(
  datasets: AsyncIterable<ValuedDataset>,
  labels: readonly LabelName[],
  query: ValueQuery,
  { rowsMax, datasetsMax }: { readonly rowsMax: number; readonly datasetsMax: number },
): Promise<ValuePage> {
  const rows: ValueRow[] = [];
  const some = firstOf(datasets, datasetsMax);
  for await (const row of rowsOf(some.datasets, labels, query)) {
    const end = rows.at(-1);
    if (rows.length === rowsMax && end !== undefined) return { rows, next: placeOf(end) };
    rows.push(row);
  }
  const next = some.next();
  return next === undefined ? { rows } : { rows, next };
}

/**
 * The first datasets of a list. When more datasets follow, `next` returns the position of the last dataset
 * that was read.
 */
export type FirstDatasets = {
  readonly datasets: AsyncIterable<ValuedDataset>;
  readonly next: () => DatasetPosition | undefined;
};

export function firstOf(datasets: AsyncIterable<ValuedDataset>, count: number): FirstDatasets {
  let last: ValuedDataset | undefined;
  let isCut = false;
  async function* some(): AsyncGenerator<ValuedDataset> {
    let looked = 0;
    for await (const dataset of datasets) {
      isCut = looked === count;
      if (isCut) return;
      looked += 1;
      yield dataset;
      last = dataset;
    }
  }
  return { datasets: some(), next: () => (isCut && last !== undefined ? placeOf(last) : undefined) };
}

const placeOf = ({ start, runId, ordinal }: DatasetPosition): DatasetPosition => ({ start, runId, ordinal });

/** The rows that a query selects, in the order of the datasets. */
export async function* rowsOf(
  datasets: AsyncIterable<ValuedDataset>,
  labels: readonly LabelName[],
  query: ValueQuery,
): AsyncGenerator<ValueRow> {
  const { filter, after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = query;
  const shown = new Set(labels.filter(isShown(query)));
  const isNarrowed = (query.include ?? []).length + (query.exclude ?? []).length > 0;
  const hint =
    "send the parameter 'after' or 'limit', or read page by page: send the parameter 'cursor' with an empty value first";
  for await (const { values, ...dataset } of bounded(datasets, hint)) {
    if (isBackward(query) && dataset.start <= after) return;
    if (dataset.start <= after || dataset.stop >= before) continue;
    const all = new Map<string, string>();
    const selected = new Map<string, string>();
    for (const label of labels) {
      const json = values[label.id];
      if (json === undefined) continue;
      all.set(label.name, json);
      if (shown.has(label)) selected.set(label.name, json);
    }
    const isKept = selected.size > 0 || (all.size === 0 && !isNarrowed);
    if (isKept && filter(all)) yield { ...dataset, values: selected };
  }
}

/**
 * Returns a function that decides which labels are shown: the included labels without the excluded ones. When
 * none remains, all labels without the excluded ones are shown.
 */
function isShown({ include, exclude, filtering = true, metrics = true }: ValueQuery) {
  const [asked, excluded] = [namesOf(include), namesOf(exclude)];
  const left = new Set([...asked].filter((name) => !excluded.has(name)));
  return (label: LabelName): boolean =>
    ((filtering && label.filtering) || (metrics && label.metrics)) &&
    (left.size > 0 ? left.has(label.name) : !excluded.has(label.name));
}

const namesOf = (lists: readonly string[] = []): ReadonlySet<string> =>
  new Set(lists.flatMap(namesIn).filter((name) => name !== ''));

/**
 * Splits a comma-separated list of names. A name that contains commas is in double quotes, with its own
 * double quotes doubled, as in CSV.
 */
function namesIn(list: string): readonly string[] {
  const parts = list.match(/"(?:[^"]|"")*"(?=,|$)|[^,]+/g) ?? [];
  return parts.map((part) => (/^".*"$/s.test(part) ? part.slice(1, -1).replaceAll('""', '"') : part));
}

/**
 * Inserts a row into the list, so that its first `count` rows are sorted. The list may have some more rows
 * for a while.
 */
function keepFirst(kept: ValueRow[], row: ValueRow, count: number, sign: number): void {
  kept.push(row);
  if (kept.length >= 2 * count + 1000) kept.splice(0, kept.length, ...sorted(kept, sign).slice(0, count));
}

/** Sorts rows by stop. With equal stops, the later run comes first. */
const sorted = (rows: readonly ValueRow[], sign: number): readonly ValueRow[] =>
  [...rows].sort((a, b) => sign * (a.stop - b.stop) || b.runId - a.runId || a.datasetId - b.datasetId);

/**
 * Limits the number of datasets that one request reads.
 * @param hint the advice for the user.
 * @throws DownpourError TOO_MANY_DATASETS (413) when more datasets follow.
 */
export async function* bounded<T>(datasets: AsyncIterable<T>, hint: string): AsyncGenerator<T> {
  const { labelDatasetsMax } = listLimits;
  let read = 0;
  for await (const dataset of datasets) {
    read += 1;
    if (read > labelDatasetsMax)
      throw new DownpourError(
        'TOO_MANY_DATASETS',
        413,
        `this request would read more than ${labelDatasetsMax} datasets, which is the limit; ${hint}`,
      );
    yield dataset;
  }
}
