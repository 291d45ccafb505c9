import type { RunsSummary } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import type { Principal } from '../../results/access.ts';
import { searchLimits } from '../../results/run-search/limits.ts';
import type { Need } from '../../results/run-search/needs.ts';
import {
  type Found,
  type RunSearch,
  type SearchBounds,
  searchRuns,
  TooMuch,
} from '../../results/run-search/search-runs.ts';
import { needsOf } from '../../results/run-search/term-needs.ts';
import { named } from '../reading/present-runs.ts';
import { type RunCursors, refuseBesideCursor } from '../records/runs/run-cursor.ts';
import { runsLacking } from '../records/runs/run-words.ts';
import type { RunPlace, RunRow } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';
import { pageOf, presentRows, type RunPage } from './list-runs.ts';

export type ListSearch = Omit<RunSearch<RunRow>, 'runsMax' | 'mayMatch' | 'bounds'> & {
  readonly bounds?: (SearchBounds & { readonly searchRuns: number }) | undefined;
};

/**
 * The runs of a list whose documents match. One response reads a limited number of runs. Without a cursor it
 * is a usual list if all runs can be read. Otherwise it has the first matching runs, and a cursor for the
 * remaining ones.
 * @throws DownpourError SEARCH_TOO_LARGE (413) when runs remain and the list is not by start, or not at its
 *   first page, and for a single run that is too expensive: the details have a cursor after it.
 */
export async function searchedRuns(
  repository: Repository,
  caller: Principal,
  page: RunPage,
  search: ListSearch,
): Promise<RunsSummary> {
  const isFollowed = page.cursor !== undefined;
  if (isFollowed) refuseBesideCursor(page);
  const cursor = await repository.cursors.parse(page.cursor ?? '');
  const limit = page.limit !== undefined && page.limit > 0 ? page.limit : Number.POSITIVE_INFINITY;
  const need = needsOf(search.terms, search.matchAll);
  const rows = rowsBehind(repository, caller, page, cursor.after, {
    ...(search.bounds ?? searchLimits),
    need,
  });
  const [all, found] = await Promise.all([
    repository.runs.count(caller, page),
    searchRuns(rows.pages(), {
      ...search,
      mayMatch: rows.mayMatch,
      runsMax: isFollowed ? limit : undefined,
    }).catch(tooMuchAt(repository.cursors, cursor.looked)),
  ]);
  const place = found.until ?? rows.next();
  if (place === undefined && !isFollowed) {
    const runs = await named(repository, caller, found.runs);
    return { ...(await pageOf(repository, caller, runs, page)), looked: found.looked, left: 0 };
  }
  if (!isFollowed && ((page.page ?? 1) > 1 || (page.sort ?? 'start') !== 'start'))
    throw unordered(found.looked, all - found.looked);
  const { visible, next, looked } = cut(found, limit, place);
  const sofar = cursor.looked + looked;
  const end =
    next === undefined
      ? { looked: sofar, left: 0 }
      : { looked: sofar, left: Math.max(0, all - sofar), next: await repository.cursors.text(next, sofar) };
  return { total: found.runs.length, runs: await presentRows(repository, caller, visible), ...end };
}

/** The runs after a position, as many as one response reads, and the next position. */
function rowsBehind(
  { runs, table }: Repository,
  caller: Principal,
  page: RunPage,
  after: RunPlace | undefined,
  { searchRuns, need }: { readonly searchRuns: number; readonly need: Need },
) {
  let next = after;
  let lacking: ReadonlySet<number> = new Set();
  async function* pages(): AsyncGenerator<readonly RunRow[]> {
    const backward = page.direction !== 'Ascending';
    for (let left = searchRuns; left > 0; ) {
      const found = await runs.readPage(caller, page, {
        backward,
        after: next,
        limit: Math.min(left, rowsAtOnce),
      });
      left -= found.read;
      next = found.next;
      lacking = await runsLacking(table, page.testId, found.runs, need);
      yield found.runs;
      if (next === undefined) return;
    }
  }
  return { pages, next: () => next, mayMatch: ({ id }: RunRow) => !lacking.has(id) };
}

/** Rows that are read at a time. About 1 MB, which is one response of DynamoDB. */
const rowsAtOnce = 1000;

/** At most as many runs as a page has. The cursor then begins after the last of them. */
function cut({ runs, lookedAt, looked }: Found<RunRow>, limit: number, place: RunPlace | undefined) {
  if (runs.length <= limit) return { visible: runs, looked, next: place };
  const visible = runs.slice(0, limit);
  return { visible, looked: lookedAt[limit - 1] ?? looked, next: visible.at(-1) };
}

const tooMuchAt = (cursors: RunCursors, looked: number) => async (fault: unknown) => {
  if (!(fault instanceof TooMuch)) throw fault;
  const { message, cause, run } = fault;
  const details = { run: run.id, next: await cursors.text(run, looked + 1) };
  throw new DownpourError('SEARCH_TOO_LARGE', 413, message, { cause, details });
};

/** The runs found so far would not be shown, so the search must be restricted and repeated. */
function unordered(looked: number, left: number): DownpourError {
  const message =
    `one reply looks at ${looked} of ${looked + left} runs, by their start and from the first on: a search by another column or for a ` +
    'later page has to look at all; begin it with an empty parameter cursor, or search the runs of one test';
  return new DownpourError('SEARCH_TOO_LARGE', 413, message, { details: { looked, left } });
}
