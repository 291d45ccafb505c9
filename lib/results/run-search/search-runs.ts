import { DownpourError } from '../../errors.ts';
import { limits } from '../limits.ts';
import { Budget } from '../query/budget.ts';
import type { Document } from '../query/document.ts';
import { QueryError } from '../query/query-error.ts';
import type { RunSource } from '../query/query-run.ts';
import type { Run } from '../run.ts';
import type { RunIndex } from '../run-index/run-index.ts';
import { occurs } from './occurrence.ts';
import type { Term } from './terms.ts';

export type RunSearch = {
  readonly terms: readonly Term[];
  /** True when all terms must hold, instead of one. */
  readonly matchAll: boolean;
  /** The stored document of a run. */
  readonly sourceOf: (run: Run) => RunSource;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** See limits.ts, which holds when absent. */
  readonly bounds?: SearchBounds | undefined;
};

export type SearchBounds = {
  readonly searchMs: number;
  readonly searchPageRuns: number;
  readonly searchPageBytes: number;
};

/**
 * Returns the runs whose documents match, in the order given. A search is complete or fails: nobody could tell that a list
 * lacks runs.
 * @throws DownpourError SEARCH_TOO_LARGE (413) when the time is over, or when one of the runs would cost too much.
 */
export async function searchRuns(runs: readonly Run[], search: RunSearch): Promise<readonly Run[]> {
  const bounds = search.bounds ?? limits;
  const deadline = search.now() + bounds.searchMs;
  const found: Run[] = [];
  let looked = 0;
  for (const page of pagesOf(runs, bounds)) {
    const answers = await Promise.allSettled(page.map((run) => isMatch(run, search, deadline)));
    if (search.now() > deadline) throw tooSlow(looked, runs.length, bounds);
    for (const [at, run] of page.entries()) {
      const answer = answers[at]!;
      if (answer.status === 'rejected') throw answer.reason;
      if (answer.value) found.push(run);
    }
    looked += page.length;
  }
  return found;
}

/** Runs that are read together: so many, and no more than fit into memory at once unless it is one alone. */
function* pagesOf(
  runs: readonly Run[],
  { searchPageRuns, searchPageBytes }: SearchBounds,
): Generator<readonly Run[]> {
  let [page, bytes]: [Run[], number] = [[], 0];
  for (const run of runs) {
    if (page.length === searchPageRuns || (page.length > 0 && bytes + run.sizeBytes > searchPageBytes)) {
      yield page;
      [page, bytes] = [[], 0];
    }
    page.push(run);
    bytes += run.sizeBytes;
  }
  if (page.length > 0) yield page;
}

async function isMatch(run: Run, search: RunSearch, deadline: number): Promise<boolean> {
  const { terms, matchAll, now } = search;
  const source = remembering(search.sourceOf(run));
  const budget = (): Budget => {
    const evaluationMs = Math.max(0, Math.min(limits.evaluationMs, deadline - now()));
    return new Budget(now, { ...limits, evaluationMs });
  };
  try {
    for (const term of terms) if ((await occurs(term, source, budget)) !== matchAll) return !matchAll;
    return matchAll;
  } catch (fault) {
    if (fault instanceof QueryError) throw tooLarge(run, fault);
    throw fault;
  }
}

/** A source that keeps the document and index of a run for the next term. */
function remembering(source: RunSource): RunSource {
  let document: Document | undefined;
  let index: Promise<RunIndex> | undefined;
  return {
    ...source,
    kept: () => document ?? source.kept(),
    keep(read) {
      document = read;
      if (read.bytes.length <= limits.wholeBytesMax) source.keep(read);
    },
    openIndex(read) {
      index ??= source.openIndex(read);
      return index;
    },
  };
}

const narrower = 'search the runs of one test, or for less';

function tooSlow(looked: number, runs: number, { searchMs }: SearchBounds): DownpourError {
  const message = `the search was stopped after ${searchMs} ms, when it had looked at ${looked} of ${runs} runs; ${narrower}`;
  return new DownpourError('SEARCH_TOO_LARGE', 413, message, { details: { looked, runs } });
}

function tooLarge(run: Run, fault: QueryError): DownpourError {
  const message = `run ${run.id} cannot be searched: ${fault.message}; ${narrower}`;
  return new DownpourError('SEARCH_TOO_LARGE', 413, message, { cause: fault, details: { run: run.id } });
}
