import type { RunDocument } from '../../../driver/run/document.ts';
import { edgesOf } from '../../../driver/statistics/latency-timeline.ts';
import type { Grid } from './grid.ts';
import { type Counts, columnOf, totalIn } from './heat-columns.ts';
import type { Heat, PageData } from './page-data.ts';

type Entry = RunDocument['stats'][number];

/**
 * True for an entry that counts requests, and false for measurements of a stopwatch or a header. Documents of
 * older releases do not record the difference, so all their entries count as requests.
 */
export const isRequest = ({ isRequest: is }: { readonly isRequest?: boolean | undefined }): boolean =>
  is !== false;

/** The width in milliseconds of the columns in the document. */
export const documentStep = ({ stats }: RunDocument): number =>
  Math.max(1000, ...stats.map(({ timeline }) => timeline?.stepMs ?? 0));

/** The response times of one metric over time, in the columns of a grid. */
export function heatOf(entry: Entry, grid: Grid): Heat {
  const { first, columns } = countsOf(entry, grid);
  return { stepMs: grid.stepMs, first, columns: columns.map(columnOf) };
}

/** The joined response times of several metrics over time. */
export function heatOfAll(entries: readonly Entry[], grid: Grid): Heat {
  const all = grid.covered.map(() => new Map<number, number>());
  for (const entry of entries) {
    const { first, columns } = countsOf(entry, grid);
    for (const [at, counts] of columns.entries()) merge(all[first + at]!, counts);
  }
  const columns = all.map((counts, at) =>
    grid.covered[at] || totalIn(counts) > 0 ? columnOf(counts) : null,
  );
  return { stepMs: grid.stepMs, first: 0, columns };
}

/**
 * The counts of a metric in the columns of a grid. A column of the document belongs to the grid's column in
 * which it begins.
 */
function countsOf({ timeline, total }: Entry, grid: Grid): { first: number; columns: readonly Counts[] } {
  const { stepMs, columns } = timeline ?? { stepMs: 1000, columns: [] };
  const start = total.start - grid.origin;
  const gridColumn = (at: number): number => {
    const nearest = Math.round((start + at * stepMs) / stepMs) * stepMs;
    return Math.min(grid.covered.length - 1, Math.max(0, Math.floor(nearest / grid.stepMs)));
  };
  const first = gridColumn(0);
  const found: Counts[] = [];
  for (const [at, column] of columns.entries()) {
    const to = gridColumn(at) - first;
    while (found.length <= to) found.push(new Map());
    for (let pair = 0; pair + 1 < column.length; pair += 2) {
      const counts = found[to]!;
      counts.set(column[pair]!, (counts.get(column[pair]!) ?? 0) + column[pair + 1]!);
    }
  }
  return { first, columns: found };
}

function merge(into: Counts, counts: Counts): void {
  for (const [slot, count] of counts) into.set(slot, (into.get(slot) ?? 0) + count);
}

/** The edges of all histogram slots that any metric uses. */
export function edgesIn(entries: readonly Entry[]): PageData['edges'] {
  let [first, last] = [Infinity, 0];
  for (const { timeline } of entries) {
    for (const column of timeline?.columns ?? []) {
      if (column.length === 0) continue;
      first = Math.min(first, column[0]!);
      last = Math.max(last, column.at(-2)!);
    }
  }
  if (first > last) return { first: 0, ns: [] };
  const ns = Array.from({ length: last + 2 - first }, (_, at) => edgesOf(first + at).from);
  return { first, ns };
}
