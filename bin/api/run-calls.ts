import type { JsonpathValidation, RunsSummary } from '../../lib/api.generated.ts';
import { given } from './upload-calls.ts';

/** The words of a search, and the runs that it covers. */
export type SearchQuery = {
  readonly query: string;
  /** True when a run must have all words instead of one of them. */
  readonly matchAll?: boolean | undefined;
  /** Name or number of a test. */
  readonly test?: string | undefined;
};

/** Calls the API (client.ts). */
type Call = <T>(method: string, path: string, sending: Sending) => Promise<T>;
type Sending = {
  readonly signal?: AbortSignal;
  readonly isOurs: (body: unknown) => boolean;
  readonly accepts: (body: unknown) => boolean;
};

/** Lists of runs. */
export const runCalls = (call: Call) => ({
  /** The newest runs first. */
  runs: (limit: number) => list<RunsSummary>(call, { ...newestFirst, limit: `${limit}` }),

  /** The newest runs of a test, by its name or number. */
  runsOf: (test: string, limit: number) =>
    list<RunsSummary>(call, { test, ...newestFirst, limit: `${limit}` }),

  /**
   * Reads one page of a search, the latest start first. The first page has an empty cursor, each further page
   * the cursor of the page before.
   */
  search: (
    { query, matchAll, test }: SearchQuery,
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
  call: Call,
  parameters: Readonly<Record<string, string | undefined>>,
  more: { readonly signal?: AbortSignal } = {},
): Promise<T> =>
  call('GET', `/api/run/list?${given(parameters)}`, {
    ...more,
    isOurs: (body) => has(body, 'total') && has(body, 'runs'),
    accepts: (body) => has(body, 'valid') && has(body, 'jsonpath'),
  });

const has = (body: unknown, name: string): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name);

const newestFirst = { sort: 'id', direction: 'Descending' };
