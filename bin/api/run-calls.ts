import type { JsonpathValidation, RunsSummary } from '../../lib/api.generated.ts';
import { type Caller, has } from './client.ts';
import { given } from './upload-calls.ts';

/** What is searched for, in which runs. */
export type SearchAsked = {
  readonly query: string;
  /** Every word must be found, instead of one. */
  readonly matchAll?: boolean | undefined;
  /** Name or number of a test. */
  readonly test?: string | undefined;
};

/** Lists of runs. */
export const runCalls = (call: Caller) => ({
  /** The newest runs first. */
  runs: (limit: number) => list<RunsSummary>(call, { ...newestFirst, limit: `${limit}` }),

  /** The newest runs of a test, by its name or number. */
  runsOf: (test: string, limit: number) =>
    list<RunsSummary>(call, { test, ...newestFirst, limit: `${limit}` }),

  /** One reply of a search, the latest start first: empty to begin, then with the cursor of the one before. */
  search: (
    { query, matchAll, test }: SearchAsked,
    {
      cursor,
      limit,
      signal,
    }: { readonly cursor: string; readonly limit: number; readonly signal: AbortSignal },
  ) => {
    const words = matchAll === true ? 'true' : undefined;
    const parameters = { query, test, cursor, limit: `${limit}`, matchAll: words };
    return list<RunsSummary | JsonpathValidation>(call, parameters, { signal });
  },
});

const list = <T>(
  call: Caller,
  parameters: Readonly<Record<string, string | undefined>>,
  more: { readonly signal?: AbortSignal } = {},
): Promise<T> =>
  call('GET', `/api/run/list?${given(parameters)}`, {
    ...more,
    isOurs: has('total', 'runs'),
    accepts: has('valid', 'jsonpath'),
  });

const newestFirst = { sort: 'id', direction: 'Descending' };
