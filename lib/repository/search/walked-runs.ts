import type { RunsSummary } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import type { Principal } from '../../results/access.ts';
import { searchLimits } from '../../results/run-search/limits.ts';
import type { Found } from '../../results/run-search/search-runs.ts';
import { named } from '../reading/present-runs.ts';
import { refuseBesideCursor } from '../records/runs/run-cursor.ts';
import type { RunPosition, RunRow } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';
import { listRuns, pageOf, presentRows, type RunPage } from './list-runs.ts';
import { filteredRows, isFiltered } from './run-filter.ts';

/** How a list finds its runs: by their rows only, or also by their documents. */
export type Walk = {
  /** The most rows that one response reads. */
  readonly rowsMax: number;
  /**
   * True when the rows of runs decide alone, without documents. A page of the list then needs only few rows.
   */
  readonly isByRows: boolean;
  /** Returns the ids of runs that cannot match, by their rows and Bloom filters. */
  readonly lacking: (rows: readonly RunRow[]) => Promise<ReadonlySet<number>>;
  /**
   * Finds runs among pages of rows. `looked` is the number of runs that earlier requests of the same search
   * have read.
   */
  readonly find: (rows: AsyncIterable<readonly RunRow[]>, how: Finding) => Promise<Found<RunRow>>;
};

export type Finding = {
  readonly mayMatch: (run: RunRow) => boolean;
  /** The most runs to find. Absent: all runs. */
  readonly runsMax: number | undefined;
  readonly looked: number;
};

/** Lists a page of runs, with or without filters. */
export const listedOrFiltered = (
  repository: Repository,
  caller: Principal,
  page: RunPage,
): Promise<RunsSummary> => (isFiltered(page) ? filteredRuns : listRuns)(repository, caller, page);

/**
 * Lists the runs that pass the filters. One response reads a limited number of rows, and no documents. The
 * first page ends at its limit, and has a cursor for the remaining runs.
 * @throws DownpourError SEARCH_TOO_LARGE (413) when rows remain and the list is not by start, or not at its
 * first page.
 */
export const filteredRuns = (
  repository: Repository,
  caller: Principal,
  page: RunPage,
  rowsMax: number = searchLimits.searchRuns,
): Promise<RunsSummary> =>
  walkedRuns(repository, caller, page, {
    rowsMax,
    isByRows: true,
    lacking: async () => new Set(),
    find: takeRuns,
  });

/**
 * Reads a list in the order of its starts. Without a cursor the response is a usual list if all runs can be
 * read. Otherwise it has the first matching runs, and a cursor for the remaining ones.
 */
export async function walkedRuns(
  repository: Repository,
  caller: Principal,
  page: RunPage,
  walk: Walk,
): Promise<RunsSummary> {
  if (page.cursor !== undefined) refuseBesideCursor(page);
  const limit = page.limit !== undefined && page.limit > 0 ? page.limit : Number.POSITIVE_INFINITY;
  const isFirst = (page.page ?? 1) === 1 && (page.sort ?? 'start') === 'start';
  const isFollowed =
    page.cursor !== undefined || (walk.isByRows && isFirst && limit !== Number.POSITIVE_INFINITY);
  const cursor = await repository.cursors.parse(page.cursor ?? '');
  // One more row than the page is read, which shows whether there is another page.
  const atOnce = walk.isByRows && isFollowed ? limit + 1 : rowsAtOnceMax;
  const rows = rowsBehind(repository, caller, page, cursor.after, walk, atOnce);
  const finding = {
    mayMatch: rows.mayMatch,
    runsMax: isFollowed ? limit : undefined,
    looked: cursor.looked,
  };
  const [all, found] = await Promise.all([
    repository.runs.count(caller, page),
    walk.find(rows.pages(), finding),
  ]);
  const place = rows.isLast(found.until) ? undefined : (found.until ?? rows.next());
  if (place === undefined && !isFollowed) {
    const runs = await named(repository, caller, found.runs);
    return { ...(await pageOf(repository, caller, runs, page)), looked: found.looked, left: 0 };
  }
  if (!isFollowed && !isFirst) throw unordered(found.looked, all - found.looked);
  const { visible, next, looked } = cut(found, limit, place);
  const sofar = cursor.looked + looked;
  const end =
    next === undefined
      ? { looked: sofar, left: 0 }
      : { looked: sofar, left: Math.max(0, all - sofar), next: await repository.cursors.text(next, sofar) };
  return { total: found.runs.length, runs: await presentRows(repository, caller, visible), ...end };
}

/** Reads the runs after a position, as many as one response may read, and returns the next position. */
function rowsBehind(
  repository: Repository,
  caller: Principal,
  page: RunPage,
  after: RunPosition | undefined,
  { rowsMax, lacking }: Walk,
  first: number,
) {
  const { from, to } = page;
  const backward = page.direction !== 'Ascending';
  let next = after;
  let last: RunRow | undefined;
  let possible: ReadonlySet<number> = new Set();
  async function* pages(): AsyncGenerator<readonly RunRow[]> {
    let atOnce = first;
    for (let left = rowsMax; left > 0; atOnce *= 2) {
      const limit = Math.min(left, atOnce, rowsAtOnceMax);
      const way = { backward, from, to, after: next, limit };
      const found = await repository.runs.readPage(caller, page, way);
      left -= found.read;
      next = found.next;
      last = found.runs.at(-1) ?? last;
      const passing = await filteredRows(repository, caller, found.runs, page);
      const impossible = await lacking(passing);
      possible = new Set(passing.flatMap(({ id }) => (impossible.has(id) ? [] : [id])));
      yield found.runs;
      if (next === undefined) return;
    }
  }
  return {
    pages,
    next: () => next,
    /** True for the last run that was read, when the list has no further runs. */
    isLast: (run: RunRow | undefined) => run !== undefined && next === undefined && run.id === last?.id,
    mayMatch: ({ id }: RunRow) => possible.has(id),
  };
}

/** The number of rows that are read together: about 1 MB, which is one response of DynamoDB. */
const rowsAtOnceMax = 1000;

/** Finds the runs whose rows pass the filters. It reads no documents. */
async function takeRuns(
  pages: AsyncIterable<readonly RunRow[]>,
  { mayMatch, runsMax }: Finding,
): Promise<Found<RunRow>> {
  const [runs, lookedAt]: [RunRow[], number[]] = [[], []];
  let looked = 0;
  for await (const rows of pages)
    for (const run of rows) {
      looked += 1;
      if (!mayMatch(run)) continue;
      runs.push(run);
      lookedAt.push(looked);
      if (runs.length === runsMax) return { runs, lookedAt, looked, until: run };
    }
  return { runs, lookedAt, looked };
}

/** Cuts found runs to the size of a page, and moves the cursor to the last run of the page. */
function cut({ runs, lookedAt, looked }: Found<RunRow>, limit: number, place: RunPosition | undefined) {
  if (runs.length <= limit) return { visible: runs, looked, next: place };
  const visible = runs.slice(0, limit);
  return { visible, looked: lookedAt[limit - 1] ?? looked, next: visible.at(-1) };
}

/**
 * The error of a search whose list is not by start. Another list can be sorted only after all runs are read,
 * so the user must restrict the search.
 */
function unordered(looked: number, left: number): DownpourError {
  const message =
    `this search must read all ${looked + left} runs, because it does not request the first page sorted by start; ` +
    `one request reads at most ${looked} runs. Read page by page: send the parameter 'cursor' with an empty value first. Or search the runs of one test`;
  return new DownpourError('SEARCH_TOO_LARGE', 413, message, { details: { looked, left } });
}
