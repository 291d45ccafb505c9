import { DownpourError } from '../../errors.ts';
import { limits } from '../limits.ts';
import { Budget } from '../query/budget.ts';
import type { Document } from '../query/document.ts';
import { queryLimits } from '../query/limits.ts';
import { QueryError } from '../query/query-error.ts';
import type { RunSource } from '../query/query-run.ts';
import type { Run } from '../run.ts';
import type { RunIndex } from '../run-index/index-types.ts';
import { searchLimits } from './limits.ts';
import { occurs } from './match-term.ts';
import type { Term } from './parse-search.ts';

/** The facts about a run that a search needs before it reads the run. */
export type Searched = Pick<Run, 'id' | 'start' | 'sizeBytes'>;

export type RunSearch<Row extends Searched = Run> = {
  readonly terms: readonly Term[];
  /** True when all terms must hold; false when one is enough. */
  readonly matchAll: boolean;
  /** The stored document of a run. */
  readonly sourceOf: (run: Row) => RunSource;
  /**
   * False for a run whose document cannot match, so that it is not read. Absent: every document may match.
   */
  readonly mayMatch?: ((run: Row) => boolean) | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** The most runs to find; absent: all. */
  readonly runsMax?: number | undefined;
  /** The bounds of the search. Absent: the bounds in limits.ts. */
  readonly bounds?: SearchBounds | undefined;
};

export type SearchBounds = {
  readonly searchMs: number;
  readonly searchBytes: number;
  readonly searchPageRuns: number;
  readonly searchPageBytes: number;
};

/** The result of a search and its progress. */
export type Found<Row> = {
  readonly runs: readonly Row[];
  /** For each found run: the number of runs that the search had checked, with this run. */
  readonly lookedAt: readonly number[];
  readonly looked: number;
  /** The last checked run; absent when all runs were checked. */
  readonly until?: Row;
};

/**
 * Searches runs in the given order and returns those whose documents match. It ends when it has found
 * `runsMax` runs or has read `searchBytes`. So the same documents give the same answer, however busy a
 * machine is. It also ends after `searchMs`, because no client waits for half a minute. A search that
 * continues after `until` finds the same runs as one long search.
 * @throws DownpourError SEARCH_TOO_LARGE (413) when the first of the runs alone would cost too much.
 */
export async function searchRuns<Row extends Searched>(
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  search: RunSearch<Row>,
): Promise<Found<Row>> {
  const bounds = search.bounds ?? searchLimits;
  const deadline = search.now() + bounds.searchMs;
  const [found, lookedAt]: [Row[], number[]] = [[], []];
  let [looked, bytes] = [0, 0];
  let until: Row | undefined;
  const sofar = (): Found<Row> => ({ runs: found, lookedAt, looked, ...(until && { until }) });
  for await (const runs of pages)
    for (const page of pagesOf(runs.map(judged(search)), bounds)) {
      if (looked > 0 && (bytes >= bounds.searchBytes || search.now() > deadline)) return sofar();
      const answers = await Promise.allSettled(
        page.map(async ({ run, bytes }) => bytes !== undefined && isMatch(run, search, deadline)),
      );
      for (const [at, { run, bytes: read = 0 }] of page.entries()) {
        const answer = answers[at]!;
        // This run costs more than the rest of the budget, so the next reply begins with this run.
        if (answer.status === 'rejected' && looked > 0 && answer.reason instanceof TooMuch) return sofar();
        if (answer.status === 'rejected') throw answer.reason;
        [looked, bytes, until] = [looked + 1, bytes + read, run];
        if (!answer.value) continue;
        found.push(run);
        lookedAt.push(looked);
        if (found.length === search.runsMax) return sofar();
      }
    }
  return { runs: found, lookedAt, looked };
}

/**
 * A run, and the number of bytes that a search may have to read for it. `bytes` is undefined for a run that
 * cannot match, because the search does not read it.
 */
type Judged<Row> = { readonly run: Row; readonly bytes: number | undefined };

const judged =
  <Row extends Searched>({ mayMatch }: RunSearch<Row>) =>
  (run: Row): Judged<Row> => ({ run, bytes: mayMatch?.(run) === false ? undefined : run.sizeBytes });

/**
 * Groups runs that are read at the same time: at most `searchPageRuns`, and only as many bytes as fit into
 * memory. A larger run is alone in its group.
 */
function* pagesOf<Row extends Searched>(
  runs: readonly Judged<Row>[],
  { searchPageRuns, searchPageBytes }: SearchBounds,
): Generator<readonly Judged<Row>[]> {
  let [page, read, sum]: [Judged<Row>[], number, number] = [[], 0, 0];
  for (const one of runs) {
    const { bytes } = one;
    const isFull = read === searchPageRuns || (read > 0 && sum + (bytes ?? 0) > searchPageBytes);
    if (isFull && bytes !== undefined) {
      yield page;
      [page, read, sum] = [[], 0, 0];
    }
    page.push(one);
    [read, sum] = [read + Number(bytes !== undefined), sum + (bytes ?? 0)];
  }
  if (page.length > 0) yield page;
}

async function isMatch<Row extends Searched>(
  run: Row,
  search: RunSearch<Row>,
  deadline: number,
): Promise<boolean> {
  const { terms, matchAll, now } = search;
  const source = remembering(search.sourceOf(run));
  const budget = (): Budget => {
    const evaluationMs = Math.max(0, Math.min(queryLimits.evaluationMs, deadline - now()));
    return new Budget(now, { ...queryLimits, evaluationMs });
  };
  try {
    for (const term of terms) if ((await occurs(term, source, budget)) !== matchAll) return !matchAll;
    return matchAll;
  } catch (fault) {
    if (fault instanceof QueryError) throw new TooMuch(run, fault);
    throw fault;
  }
}

/** Wraps the source of a run, so that its document and index are read once for all terms. */
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

/** The error when one run alone exceeds the bounds of a search. */
export class TooMuch extends DownpourError {
  readonly run: Searched;

  constructor(run: Searched, fault: QueryError) {
    const message = `run ${run.id} cannot be searched: ${fault.message}, or continue the search after this run`;
    super('SEARCH_TOO_LARGE', 413, message, { cause: fault, details: { run: run.id } });
    this.run = run;
  }
}
