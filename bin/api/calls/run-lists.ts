import type { JsonpathValidation, RunsSummary } from '../../../lib/api.generated.ts';
import type { Tree } from '../../../lib/client/index.ts';
import { has } from './answer-checks.ts';
import type { Explain } from './explain-errors.ts';

/** The words of a search, and the runs that it covers. */
export type SearchQuery = {
  readonly query: string;
  /** True when a run must have all words instead of one of them. */
  readonly matchAll?: boolean | undefined;
  /** The name or the number of a test. */
  readonly test?: string | undefined;
};

type Page = { readonly cursor: string; readonly limit: number; readonly signal: AbortSignal };

/** Calls for lists of runs. */
export function runCalls({ run }: Tree, ask: Explain) {
  const page = has('total', 'runs');
  const wrong = { accepts: has('valid', 'jsonpath').isOurs };
  return {
    /** Lists the newest runs first. */
    runs: (limit: number) => ask(run.list.get({ query: { ...newestFirst, limit }, ...page })),

    /** Lists the newest runs of a test, by its name or number. */
    runsOf: (test: string, limit: number) =>
      ask(run.list.get({ query: { test, ...newestFirst, limit }, ...page })),

    /**
     * Reads one page of a search, the latest start first. The first page has an empty cursor. Each further
     * page has the cursor that the page before returned.
     */
    search: ({ query, matchAll, test }: SearchQuery, { cursor, limit, signal }: Page) => {
      const words = { query, test, cursor, limit, matchAll: matchAll || undefined };
      const answer: Promise<RunsSummary | JsonpathValidation> = run.list.get({
        query: words,
        signal,
        ...page,
      });
      return ask(answer, wrong);
    },
  };
}

const newestFirst = { sort: 'id', direction: 'Descending' } as const;
