import type { JsonpathValidation, RunSummary, RunsSummary } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { counted, exactly } from '../../lib/report/units.ts';
import type { SearchQuery } from '../api/calls/run-lists.ts';
import type { Api } from '../api/client.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type SearchOptions = {
  readonly query: SearchQuery;
  /** The largest number of runs to find. */
  readonly limit: number;
  /** The cursor at which an earlier search stopped. Empty for a new search. */
  readonly cursor: string;
  /** A signal that aborts when the user leaves the search. */
  readonly left: AbortSignal;
  /** The terminal on which the search shows its progress. */
  readonly err: Terminal;
};

export type Searched = {
  readonly runs: readonly RunSummary[];
  /** The cursor for a later search in the remaining runs. Absent when all runs were searched. */
  readonly next?: string;
  /** The runs that could not be searched. */
  readonly skipped: readonly number[];
  readonly looked: number;
  readonly isLeft: boolean;
};

/** Searches page by page. When the user leaves the search, the runs found so far remain. */
export async function search(
  api: Pick<Api, 'search'>,
  options: SearchOptions,
): Promise<Searched | JsonpathValidation> {
  const { query, limit, left, err } = options;
  const runs: RunSummary[] = [];
  const skipped: number[] = [];
  let looked = 0;
  let next: string | undefined = options.cursor;
  using leaving = onceAborted(left);
  while (next !== undefined && runs.length < limit) {
    const from: string = next;
    const part = { cursor: from, limit: limit - runs.length, signal: left };
    const reply = await Promise.race([nextPage(api, query, part), leaving.promise]);
    if (reply === undefined) break;
    if ('refused' in reply) return reply.refused;
    if ('skipped' in reply) {
      skipped.push(reply.skipped);
      err.say(err.paint.yellow(reply.why));
      next = reply.next;
    } else {
      runs.push(...reply.list.runs);
      looked = reply.list.looked ?? looked;
      showProgress(err, looked, looked + (reply.list.left ?? 0), runs.length);
      next = reply.list.next;
    }
  }
  err.clear();
  return { runs, skipped, looked, isLeft: left.aborted, ...(next !== undefined && { next }) };
}

type Reply =
  | { readonly list: RunsSummary }
  | { readonly refused: JsonpathValidation }
  | { readonly skipped: number; readonly next: string; readonly why: string };

/** Reads the next page. A run that alone exceeds the limits of a reply is skipped and reported. */
async function nextPage(api: Pick<Api, 'search'>, ...query: Parameters<Api['search']>): Promise<Reply> {
  try {
    const reply = await api.search(...query);
    return 'valid' in reply ? { refused: reply as JsonpathValidation } : { list: reply as RunsSummary };
  } catch (error) {
    const past =
      error instanceof DownpourError && error.code === 'SEARCH_TOO_LARGE' ? pastOf(error) : undefined;
    if (past === undefined) throw error;
    return { skipped: past.run, next: past.next, why: (error as DownpourError).message };
  }
}

/** The run that exceeds the limits, and the cursor after the run. */
function pastOf({ details }: DownpourError): { readonly run: number; readonly next: string } | undefined {
  const { run, next } = (details as { readonly details?: { run?: unknown; next?: unknown } }).details ?? {};
  return typeof run === 'number' && typeof next === 'string' ? { run, next } : undefined;
}

function showProgress(err: Terminal, looked: number, all: number, found: number): void {
  const line = `searched ${exactly(looked)} of ${counted(all, 'run')}, found ${exactly(found)}`;
  if (err.live) err.draw([err.paint.dim(line)]);
  else if (looked < all) err.say(line);
}

/** A promise that resolves when a signal aborts. It leaves no listener behind. */
function onceAborted(signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const hear = (): void => resolve(undefined);
  if (signal.aborted) hear();
  signal.addEventListener('abort', hear);
  return { promise, [Symbol.dispose]: (): void => signal.removeEventListener('abort', hear) };
}
