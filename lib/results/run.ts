import type { RunOutcome, RunSummary, RunsSummary, SortDirection } from '../api.generated.ts';
import { type Access, maySee, type Principal } from './access.ts';

/** What the catalogue knows of a run: all but its document. Times in epoch milliseconds. */
export type Run = {
  readonly id: number;
  readonly testId: number;
  readonly testName: string;
  readonly start: number;
  readonly stop: number;
  readonly owner: string;
  readonly access: Access;
  /** Null when none was given. */
  readonly description: string | null;
  readonly trashed: boolean;
  /** Bytes of the document. */
  readonly sizeBytes: number;
  readonly uploadedAt: number;
  /** Absent for documents of another shape and for rows that were written before there was one. */
  readonly outcome?: RunOutcome | undefined;
};

/** A page of a list, already validated. */
export type RunPage = {
  readonly testId?: number | undefined;
  readonly trashed?: boolean | undefined;
  /** Runs on a page; absent, 0 or below: all. */
  readonly limit?: number | undefined;
  /** Counted from 1. */
  readonly page?: number | undefined;
  readonly sort?: keyof typeof columns | undefined;
  readonly direction?: SortDirection | undefined;
};

/** The fixed columns that a list may be sorted by. */
const columns = {
  id: (run: Run) => run.id,
  start: (run: Run) => run.start,
  stop: (run: Run) => run.stop,
  testid: (run: Run) => run.testId,
  testname: (run: Run) => run.testName,
  owner: (run: Run) => run.owner,
  access: (run: Run) => run.access,
  description: (run: Run) => run.description,
  trashed: (run: Run) => Number(run.trashed),
} as const satisfies Record<string, (run: Run) => string | number | null>;

/** The runs that the caller may see and that belong to a list, whatever their page. */
export function listedRuns(
  principal: Principal,
  runs: readonly Run[],
  wanted: Pick<RunPage, 'testId' | 'trashed'>,
): readonly Run[] {
  return runs.filter((run) => maySee(principal, run) && isWanted(run, wanted));
}

/** One page of the runs that the caller may see, and their number on all pages. */
export function runsSummary(principal: Principal, runs: readonly Run[], page: RunPage): RunsSummary {
  const seen = listedRuns(principal, runs, page);
  const sorted = [...seen].sort(order(columns[page.sort ?? 'start'], page.direction ?? 'Descending'));
  const limit = page.limit !== undefined && page.limit > 0 ? page.limit : Number.POSITIVE_INFINITY;
  const first = limit === Number.POSITIVE_INFINITY ? 0 : ((page.page ?? 1) - 1) * limit;
  return { total: seen.length, runs: sorted.slice(first, first + limit).map(runSummary) };
}

function isWanted(run: Run, page: Pick<RunPage, 'testId' | 'trashed'>): boolean {
  return (page.trashed === true || !run.trashed) && (page.testId === undefined || run.testId === page.testId);
}

/** Rows without a value come last in both directions; the id settles what is equal, so that pages do not overlap. */
function order(column: (run: Run) => string | number | null, direction: SortDirection) {
  const sign = direction === 'Ascending' ? 1 : -1;
  return (a: Run, b: Run): number => {
    const [left, right] = [column(a), column(b)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || sign * (a.id - b.id);
    return sign * (left < right ? -1 : left > right ? 1 : a.id - b.id);
  };
}

export function runSummary(run: Run): RunSummary {
  const { outcome } = run;
  const rest = { hasMetadata: false, datasets: [], schemas: [], validationErrors: [] };
  return { ...shown(run), ...rest, ...(outcome === undefined ? {} : { outcome }) };
}

/** A RunExtended as JSON text with the document spliced in as it is, so that no digit of it is lost. */
export function runExtendedText(run: Run, document: string): string {
  const rest = { ...shown(run), metadata: null, datasets: null, schemas: [], validationErrors: [] };
  return `${JSON.stringify(rest).slice(0, -1)},"data":${document}}`;
}

const shown = (run: Run) => ({
  id: run.id,
  access: run.access,
  owner: run.owner,
  start: run.start,
  stop: run.stop,
  testid: run.testId,
  testname: run.testName,
  description: run.description,
  trashed: run.trashed,
});
