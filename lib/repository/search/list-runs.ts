import type { RunSummary, RunsSummary, SortDirection } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import { accessLevel, type Principal } from '../../results/access.ts';
import { datasetsOf, type Run } from '../../results/run.ts';
import { all } from '../ports/table.ts';
import { listedRuns, named } from '../reading/present-runs.ts';
import { recordLimits } from '../records/limits.ts';
import { type RunCursor, refuseBesideCursor } from '../records/runs/run-cursor.ts';
import type { RunRow, RunSelection } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';
import { listLimits } from './limits.ts';
import { nearest, readAlongMax } from './read-nearer-end.ts';
import type { RunFilter } from './run-filter.ts';
import { refuseLongList } from './unlimited.ts';

/** The requested page of a list of runs, after validation. */
export type RunPage = RunSelection &
  RunFilter & {
    /** The number of runs on a page. Absent, 0 or below: all. */
    readonly limit?: number | undefined;
    /** The number of the page, from 1. */
    readonly page?: number | undefined;
    readonly sort?: keyof typeof columns | undefined;
    readonly direction?: SortDirection | undefined;
    /** The `next` of another response, or empty for the first page. It replaces `page`. */
    readonly cursor?: string | undefined;
  };

/** The columns by which a list of runs can be sorted. */
const columns = {
  id: (run: Run) => run.id,
  start: (run: Run) => run.start,
  stop: (run: Run) => run.stop,
  '(stop - start)': (run: Run) => run.stop - run.start,
  testid: (run: Run) => run.testId,
  testname: (run: Run) => run.testName,
  'test.name': (run: Run) => run.testName,
  name: (run: Run) => run.testName,
  owner: (run: Run) => run.owner,
  access: (run: Run) => accessLevel(run.access),
  description: (run: Run) => run.description,
  trashed: (run: Run) => Number(run.trashed),
  datasets: (run: Run) => datasetsOf(run)?.length ?? 0,
} as const satisfies Record<string, (run: Run) => string | number | null>;

/**
 * Lists a page of the runs that the caller may see, and counts all of them. A list by start reads this page,
 * and the pages between it and the nearer end of the list. With a cursor it reads only this page. The same
 * holds for pages by id near an end. A list by another column reads all runs.
 *
 * @throws DownpourError SORT_TOO_LARGE (400) when all runs would have to be read, and there are more than
 * listLimits.sortedRunsMax. RESULT_TOO_LARGE (413) for a reply of more than listLimits.listedItems.
 */
export async function listRuns(
  repository: Repository,
  caller: Principal,
  page: RunPage,
): Promise<RunsSummary> {
  const { sort = 'start' } = page;
  if (page.cursor !== undefined) {
    refuseBesideCursor(page);
    return listBehind(repository, caller, page, await repository.cursors.parse(page.cursor));
  }
  const isById = sort === 'id' && page.uri === undefined && (page.limit ?? 0) > 0;
  if (sort !== 'start' && !isById)
    return pageOf(repository, caller, await sortableRuns(repository, caller, page), page);
  const { skip, count } = sliceOf(page);
  const total = await repository.runs.count(caller, page);
  // The list ends after the last run that the caller may see. The caller may see no run after it, so these
  // runs are not read.
  const end = Math.min(skip + count, total);
  refuseLongList(end - skip, 'runs', pagesAdvice);
  const first = isById ? byId : byStart;
  const rows = await nearest(
    { skip, end, total, backward: page.direction !== 'Ascending' },
    (backward, behind, n) => first(repository, caller, page, backward, behind, n),
  );
  return { total, runs: await presentRows(repository, caller, rows) };
}

const pagesAdvice =
  'send the parameter `limit`, or read page by page: send an empty parameter `cursor` first';

/** Reads all runs of a list, unless there are too many for one response. */
async function sortableRuns(
  repository: Repository,
  caller: Principal,
  page: RunPage,
): Promise<readonly Run[]> {
  const total = await repository.runs.count(caller, page);
  if (total <= listLimits.sortedRunsMax) return allRuns(repository, caller, page);
  const message = `a list sorted by ${page.sort} must read all ${total} runs, and the limit is ${listLimits.sortedRunsMax}; sort by start, or list the runs of one test`;
  throw new DownpourError('SORT_TOO_LARGE', 400, message, { details: { total } });
}

/** Lists runs in the order of their starts. */
async function byStart(
  { runs }: Repository,
  caller: Principal,
  page: RunPage,
  backward: boolean,
  skip: number,
  count: number,
): Promise<readonly RunRow[]> {
  const { after, skipped } =
    skip > readAlongMax ? await runs.skip(caller, page, backward, skip) : { after: undefined, skipped: 0 };
  const end = skip - skipped + count;
  return (await taken(runs.listed(caller, page, { backward, after }, end), end)).slice(skip - skipped);
}

/** Lists runs in the order of their ids. */
async function byId(
  repository: Repository,
  caller: Principal,
  page: RunPage,
  backward: boolean,
  skip: number,
  limit: number,
): Promise<readonly RunRow[]> {
  const count = skip + limit;
  const isFar = count > listLimits.sortedRunsMax;
  const found = isFar ? undefined : await repository.runs.byId(caller, page, count, backward);
  if (found !== undefined) return found.slice(skip);
  const all = await sortableRuns(repository, caller, page);
  return [...all].sort((a, b) => (backward ? b.id - a.id : a.id - b.id)).slice(skip, count);
}

/** Lists the page after a position. One more run is read, which shows whether there is another page. */
async function listBehind(
  repository: Repository,
  caller: Principal,
  page: RunPage,
  { after, looked }: RunCursor,
): Promise<RunsSummary> {
  const backward = page.direction !== 'Ascending';
  const { limit = 0 } = page;
  const count = limit > 0 ? limit : recordLimits.walkedItems;
  const listed = repository.runs.listed(caller, page, { backward, after }, count + 1);
  const [total, rows] = await Promise.all([repository.runs.count(caller, page), taken(listed, count + 1)]);
  const visible = rows.slice(0, count);
  const last = rows.length > count ? visible.at(-1) : undefined;
  return {
    total,
    runs: await presentRows(repository, caller, visible),
    ...(last && { next: await repository.cursors.text(last, looked + visible.length) }),
  };
}

/** Rows of runs as lists show them. */
export const presentRows = async (
  repository: Repository,
  caller: Principal,
  rows: readonly RunRow[],
): Promise<RunSummary[]> => [
  ...(await listedRuns(repository, caller, await named(repository, caller, rows))),
];

/** A page of runs that are in memory. */
export async function pageOf(
  repository: Repository,
  caller: Principal,
  runs: readonly Run[],
  page: RunPage,
): Promise<RunsSummary> {
  const { skip, count } = sliceOf(page);
  const { sort = 'start', direction = 'Descending' } = page;
  const visible = sorted(runs, sort, direction).slice(skip, skip + count);
  return { total: runs.length, runs: [...(await listedRuns(repository, caller, visible))] };
}

function sliceOf({ limit = 0, page = 1 }: RunPage): { readonly skip: number; readonly count: number } {
  return limit > 0
    ? { skip: (page - 1) * limit, count: limit }
    : { skip: 0, count: Number.POSITIVE_INFINITY };
}

/** Reads all runs of a list that the caller may see. */
export async function allRuns(
  repository: Repository,
  caller: Principal,
  selection: RunSelection,
): Promise<readonly Run[]> {
  return named(repository, caller, await all(repository.runs.listed(caller, selection, {})));
}

async function taken(rows: AsyncIterable<RunRow>, count: number): Promise<readonly RunRow[]> {
  const found: RunRow[] = [];
  if (count === 0) return found;
  for await (const row of rows) {
    found.push(row);
    if (found.length === count) break;
  }
  return found;
}

/**
 * Sorts runs by a column. Rows without a value come last in both directions. Equal rows are ordered by id, so
 * that pages do not overlap.
 */
function sorted(rows: readonly Run[], sort: keyof typeof columns, direction: SortDirection): readonly Run[] {
  const column: (run: Run) => string | number | null = columns[sort];
  const sign = direction === 'Ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [left, right] = [column(a), column(b)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || sign * (a.id - b.id);
    return sign * (left < right ? -1 : left > right ? 1 : a.id - b.id);
  });
}
