import type { RunDocument } from '../../../driver/run/document.ts';
import { percentileNames } from '../../../driver/statistics/histograms/percentiles.ts';
import type { Cell } from './cells.ts';

/** A summary of a run document: the numbers of a total or of a second. */
export type Summary = RunDocument['stats'][number]['total']['summary'];

/** The columns of a summary in the order of the original driver. Times are in nanoseconds. */
export const summaryHeader: readonly string[] = [
  ...['Requests', 'Responses', 'Mean', 'StdDev', 'Min'],
  ...percentileNames.map((name) => `p${name}`),
  ...['Max', 'ConnectionErrors', 'RequestTimeouts', 'InternalErrors', 'Invalid', 'BlockedTime'],
];

export function summaryCells(summary: Summary): readonly Cell[] {
  return [
    ...[summary.requestCount, summary.responseCount],
    ...[summary.meanResponseTime, summary.stdDevResponseTime, summary.minResponseTime],
    ...percentileNames.map((name) => summary.percentileResponseTime[name]),
    ...[summary.maxResponseTime, summary.connectionErrors, summary.requestTimeouts],
    ...[summary.internalErrors, summary.invalid, summary.blockedTime],
  ];
}

/**
 * The columns of named counters: all counters of the summaries, in alphabetical order. The original driver
 * has no column for repeated requests, so this column exists only if there were any.
 */
export function extensionHeader(summaries: Iterable<Summary>): readonly string[] {
  const found = new Set<string>();
  for (const { extensions } of summaries)
    for (const [name, count] of extensionCells(extensions))
      if (name !== resentColumn || count > 0) found.add(name);
  return [...found].sort();
}

type Requested = { readonly request?: string };

/**
 * The last column: the request, if several requests have the same metric. The original driver has no such
 * column, so it exists only if a row needs it.
 */
export function requestColumn(rows: readonly Requested[]) {
  const isNeeded = rows.some(({ request }) => request !== undefined);
  return {
    header: isNeeded ? ['Request'] : [],
    cells: ({ request }: Requested): readonly Cell[] => (isNeeded ? [request] : []),
  };
}

/** One cell for each column of `header`. The cell is empty if the summary lacks the counter. */
export function extensionCellsOf({ extensions }: Summary, header: readonly string[]): readonly Cell[] {
  const cells = extensionCells(extensions);
  return header.map((name) => cells.get(name));
}

function extensionCells(extensions: Summary['extensions']): ReadonlyMap<string, number> {
  const cells = new Map<string, number>();
  for (const [key, { '@type': type, ...counts }] of Object.entries(extensions)) {
    const displayNames = type === 'http' ? httpNames : undefined;
    for (const [name, count] of Object.entries(counts))
      cells.set(`${key}.${displayNames?.get(name) ?? name}`, Number(count));
  }
  return cells;
}

/** The names of counters of HTTP statuses in CSV. The original driver uses other names in its JSON. */
const httpNames: ReadonlyMap<string, string> = new Map([
  ['status_2xx', '2xx'],
  ['status_3xx', '3xx'],
  ['status_4xx', '4xx'],
  ['status_5xx', '5xx'],
  ['status_other', 'OtherStatus'],
  ['cacheHits', 'CacheHits'],
  ['resent', 'Resent'],
]);

const resentColumn = 'http.Resent';
