import type { RunsSummary } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import type { Principal } from '../../results/access.ts';
import { searchLimits } from '../../results/run-search/limits.ts';
import {
  type RunSearch,
  type SearchBounds,
  searchRuns,
  TooMuch,
} from '../../results/run-search/search-runs.ts';
import { needsOf } from '../../results/run-search/term-needs.ts';
import type { RunCursors } from '../records/runs/run-cursor.ts';
import { runsLacking } from '../records/runs/run-words.ts';
import type { RunRow } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';
import type { RunPage } from './list-runs.ts';
import { walkedRuns } from './walked-runs.ts';

export type ListSearch = Omit<RunSearch<RunRow>, 'runsMax' | 'mayMatch' | 'bounds'> & {
  readonly bounds?: (SearchBounds & { readonly searchRuns: number }) | undefined;
};

/**
 * Lists the runs that pass the filters and whose documents match. One response reads a limited number of
 * runs. Without a cursor the response is a usual list if all runs can be read. Otherwise it has the first
 * matching runs, and a cursor for the remaining ones.
 * @throws DownpourError SEARCH_TOO_LARGE (413) when runs remain and the list is not by start, or not at its
 * first page, and for a single run that is too expensive: the details have a cursor after it.
 */
export async function searchedRuns(
  repository: Repository,
  caller: Principal,
  page: RunPage,
  search: ListSearch,
): Promise<RunsSummary> {
  const { table, cursors } = repository;
  const need = needsOf(search.terms, search.matchAll);
  return walkedRuns(repository, caller, page, {
    rowsMax: (search.bounds ?? searchLimits).searchRuns,
    isByRows: false,
    lacking: (rows) => runsLacking(table, page.testId, rows, need),
    find: (rows, { looked, ...how }) =>
      searchRuns(rows, { ...search, ...how }).catch(tooMuchAt(cursors, looked)),
  });
}

const tooMuchAt = (cursors: RunCursors, looked: number) => async (fault: unknown) => {
  if (!(fault instanceof TooMuch)) throw fault;
  const { message, cause, run } = fault;
  const details = { run: run.id, next: await cursors.text(run, looked + 1) };
  const advice = `${message} with \`details.next\` as the parameter cursor`;
  throw new DownpourError('SEARCH_TOO_LARGE', 413, advice, { cause, details });
};
