import type { RunDocument } from '../../lib/driver/run/document.ts';
import { resentIn } from '../../lib/report/resent.ts';
import { bytes, counted, dollars, exactly, latency } from '../../lib/report/units.ts';
import { limitsOf } from './checked-limits.ts';
import type { Report } from './report.ts';
import { few } from './report.ts';

/** The lines below the table: the counts of all requests, the session times of users, and the limits. */
export function factsOf(document: RunDocument): Report['facts'] {
  const facts: Report['facts'] = [
    ['status', statusesOf(document)],
    ['counted', countedOf(document)],
    ['bytes', bytesOf(document)],
    ['sums', sumsOf(document)],
    ['users', usersOf(document)],
    ...limitsOf(document).map((limit, at) => [at === 0 ? 'limits' : '', limit] as const),
    ['price', priceOf(document)],
  ];
  return facts.filter(([, text]) => text !== '');
}

function statusesOf(document: RunDocument): string {
  const stats = requestStats(document);
  const classes = ['2xx', '3xx', '4xx', '5xx', 'other'] as const;
  const counts = classes.map((name) => {
    const count = stats.reduce((sum, { total }) => sum + total.summary.extensions.http[`status_${name}`], 0);
    return [name, count] as const;
  });
  const cutOff = stats.reduce((sum, { total }) => sum + unansweredIn(total.summary), 0);
  const cached = stats.reduce((sum, { total }) => sum + total.summary.extensions.http.cacheHits, 0);
  const resent = stats.reduce((sum, { total }) => sum + resentIn(total.summary), 0);
  return [
    ...timesOf(counts),
    ...(resent > 0
      ? [
          `sent again ${counted(resent, 'time')}, because the target had closed the connection or had not processed the request`,
        ]
      : []),
    ...(cached > 0
      ? [`${exactly(cached)} not sent, because their users had the answer in their caches`]
      : []),
    ...(cutOff > 0
      ? [`${exactly(cutOff)} without a response, because their users were stopped earlier`]
      : []),
  ].join(', ');
}

/**
 * The statistics of requests. Statistics of stopwatches, headers and compensations are left out, because they
 * measure the same requests again.
 */
export const requestStats = ({ stats }: Pick<RunDocument, 'stats'>): RunDocument['stats'] =>
  stats.filter(({ isRequest }) => isRequest !== false);

/**
 * The number of requests without a result, because their user ended: the phase was over, or the user stopped.
 * They have no response and have not failed.
 */
function unansweredIn({ requestCount, responseCount, extensions, ...errors }: Summary): number {
  const { connectionErrors, requestTimeouts, internalErrors } = errors;
  const failed = connectionErrors + requestTimeouts + internalErrors;
  return Math.max(0, requestCount - responseCount - extensions.http.cacheHits - failed);
}

type Summary = RunDocument['stats'][number]['total']['summary'];
type Sums = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The sums of the counters that the document's own handlers count, over all metrics, by key and name. */
function countedBy({ stats }: RunDocument, type: 'counters' | 'transfersize'): Sums {
  const sums = new Map<string, Map<string, number>>();
  for (const { total } of stats) {
    for (const [key, { '@type': kind, ...counts }] of Object.entries(total.summary.extensions)) {
      if (kind !== type || key === 'bytes') continue;
      const group = sums.get(key) ?? new Map<string, number>();
      sums.set(key, group);
      for (const [name, count] of Object.entries(counts))
        group.set(name, (group.get(name) ?? 0) + Number(count));
    }
  }
  return sums;
}

function countedOf(document: RunDocument): string {
  return [...countedBy(document, 'counters')]
    .map(([key, counts]) => `${key} ${few(timesOf([...counts])).join(', ')}`)
    .join('; ');
}

/** The text of the global counters. */
function sumsOf({ globalCounters = {} }: RunDocument): string {
  return Object.entries(globalCounters)
    .map(([key, sums]) => {
      const texts = Object.entries(sums).map(([name, sum]) => `${name} ${sum.toLocaleString('en')}`);
      return `${key}: ${few(texts).join(', ')}`;
    })
    .join('; ');
}

function timesOf(counts: readonly (readonly [name: string, count: number])[]): string[] {
  return counts.filter(([, count]) => count > 0).map(([name, count]) => `${exactly(count)} × ${name}`);
}

/** The text of the bytes of bodies. Only `transferSizeRecorder` counts headers too. */
function bytesOf(document: RunDocument): string {
  const sum = (way: 'sent' | 'received'): number =>
    document.stats.reduce((all, { total }) => all + total.summary.extensions.bytes[way], 0);
  const ways = (received: number, sent: number): string => `${bytes(received)} in, ${bytes(sent)} out`;
  const [received, sent] = [sum('received'), sum('sent')];
  const recorded = [...countedBy(document, 'transfersize')].map(
    ([key, whole]) => `${key} ${ways(whole.get('received') ?? 0, whole.get('sent') ?? 0)}`,
  );
  return [...(received + sent === 0 ? [] : [`${ways(received, sent)} (bodies)`]), ...recorded].join('; ');
}

/**
 * The text of the times of users who reached the end of the scenario, each from the planned start of the
 * user.
 */
function usersOf({ phases }: RunDocument): string {
  const texts = phases.flatMap(({ name, sessionTime }) => {
    if (sessionTime === null || sessionTime === undefined) return [];
    const { mean, percentiles } = sessionTime;
    const spread = `p50 ${latency(percentiles['50.0'])}, p99 ${latency(percentiles['99.0'])}`;
    return `${name} ${latency(mean)} on average (${spread})`;
  });
  return texts.length === 0 ? '' : `finished after: ${few(texts).join('; ')}`;
}

/** The text of the run's price. Runs of earlier releases only have an estimate. */
function priceOf({ cost }: RunDocument): string {
  if (cost?.parts === undefined) return '';
  const price = dollars(cost.dollars);
  return cost.charged
    ? `${price} for this run in AWS, ${dollars(cost.estimate.dollars)} estimated before the run`
    : `free on this machine, ${price} in AWS`;
}
