import type { BurstStatus } from '../../lib/api.generated.ts';
import { arrivalKinds } from '../../lib/driver/arrivals/registry.ts';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { placeOf } from '../../lib/report/limit-words.ts';
import { isFinal } from '../burst/follow.ts';
import { counted } from '../terminal/units.ts';
import type { ReportRow } from './columns.ts';
import { factsOf } from './facts.ts';
import type { Delivery, Placed, Report } from './report.ts';
import { isFailureOfRequests, waitingOf } from './verdicts.ts';

/** The report of a burst that is over, from the run document; from the burst alone when no run was stored. */
export function reportOf(status: BurstStatus, document: RunDocument | undefined): Report {
  if (document === undefined) return reportWithoutRun(status);
  const report = reportOfRun(document, status.runId);
  // Of a burst that somebody stopped, the status says it from the point of view of whoever asks.
  return status.reason === undefined ? report : { ...report, reason: status.reason };
}

/** The report of a run, from the stored document alone. Documents of older releases lack some of what it shows. */
export function reportOfRun(document: RunDocument, runId: number | undefined): Report {
  const { info, plan, phases, health, state } = document;
  const rows = phases.flatMap(({ name }) =>
    document.stats.filter((entry) => entry.name === name).map((entry) => rowOf(entry, document)),
  );
  const total = rows.length > 1 ? totalOf(document) : undefined;
  const advice = health.diagnosis?.advice;
  return {
    benchmark: info.benchmark,
    state,
    ...(document.reason === undefined ? {} : { reason: document.reason }),
    ...(advice === undefined ? {} : { advice }),
    ...(runId === undefined ? {} : { runId }),
    lastedMs: info.terminateTime - info.startTime,
    shards: plan.shards,
    rows,
    ...(total === undefined ? {} : { total }),
    facts: factsOf(document),
    failures: document.failures.map(({ message, advice: mend, ...at }) => ({
      place: placeOf(at),
      message: withoutPlace(message, at.metric),
      ...(mend === undefined ? {} : { advice: mend }),
    })),
    deliveries: deliveriesOf(document),
    errors: errorsOf(document),
    warnings: [
      ...(state === 'inconclusive' ? [] : waitingOf(document)),
      ...suspicionsOf(document),
      // Documents of older releases have none.
      ...(document.notices ?? []).map(({ phase, message }) => ({ place: phase, message })),
    ],
  };
}

/** Requests over all phases and metrics, to compare with what a target counted. */
export function requestsOf({ stats }: RunDocument): number {
  return stats.reduce((sum, { total }) => sum + total.summary.requestCount, 0);
}

/** A phase in which nobody arrives has nobody to deliver; of a phase that never started nobody came. */
function deliveriesOf({ phases, plan }: RunDocument): Delivery[] {
  return phases
    .filter(({ kind }) => arrivalKinds.get(kind)?.startsUsers ?? true)
    .map(({ name, start, delivery }) => {
      const expected = plan.phases.find((each) => each.name === name)?.expectedArrivals ?? 0;
      return start === null
        ? { phase: name, planned: expected, started: 0, fraction: 0 }
        : { phase: name, ...delivery };
    });
}

/** Errors that no failure names already. */
function errorsOf({ info, failures }: RunDocument): Placed[] {
  return info.errors
    .filter(({ msg }) => !failures.some(({ message }) => message.includes(msg)))
    .map(({ agent, msg }) => ({ place: agent, message: msg }));
}

/**
 * One line for each reason to doubt the generator: the worst case, and where it was seen. The diagnosis of an
 * inconclusive run has said what its drives suffered from.
 */
function suspicionsOf({ health, state }: RunDocument): Placed[] {
  const diagnosed = state === 'inconclusive' ? ['lateness', 'stall', 'skew', 'missed'] : [];
  const byReason = Map.groupBy(
    health.suspicions.filter(({ reason }) => !diagnosed.includes(reason)),
    ({ reason }) => reason,
  );
  return [...byReason.values()].map((same) => {
    const worst = same.reduce((one, other) => (other.measured > one.measured ? other : one));
    const where = [...new Set(same.map(({ phase }) => phase))];
    const more = where.length === 1 ? '' : ` (in ${worst.phase}, where it was worst)`;
    return { place: where.join(', '), message: worst.message + more };
  });
}

/** Older documents name the metric in the message as well. */
function withoutPlace(message: string, metric: string | null): string {
  return metric !== null && message.startsWith(`${metric}: `) ? message.slice(metric.length + 2) : message;
}

function reportWithoutRun(status: BurstStatus): Report {
  const { benchmark, state, startedAt, endedAt = 0 } = status;
  return {
    benchmark,
    // A burst that was left in the middle has no result.
    state: isFinal(state) ? state : 'incomplete',
    reason: status.reason ?? 'no run was stored',
    lastedMs: endedAt - (startedAt ?? endedAt),
    rows: [],
    facts: [],
    failures: status.phases
      .filter(({ failed }) => failed)
      .map(({ name, failure }) => ({ place: name, message: failure ?? 'no reason given' })),
    deliveries: [],
    errors: [],
    warnings: [],
  };
}

type Entry = RunDocument['stats'][number];
type Summary = Entry['total']['summary'];

function rowOf(entry: Entry, document: RunDocument): ReportRow {
  const { summary } = entry.total;
  const isTold = document.verdicts.some((verdict) => isFailureOfRequests(verdict, entry));
  const troubles = isTold ? [] : troublesOf(summary);
  return {
    phase: entry.name,
    metric: entry.metric,
    isWarmup: entry.isWarmup,
    ...numbersOf(entry, summary),
    ...(troubles.length === 0 ? {} : { troubles: troubles.join(', ') }),
  };
}

/** All phases that do not warm up. */
function totalOf({ total, stats }: RunDocument): ReportRow | undefined {
  if (total === undefined) return undefined;
  const isPart = stats.some(({ isWarmup }) => isWarmup) && stats.some(({ isWarmup }) => !isWarmup);
  return {
    phase: 'total',
    metric: isPart ? 'without warm-up' : '',
    isWarmup: false,
    ...numbersOf(total, total.summary),
  };
}

function numbersOf(
  { requestRate, p95ResponseTime, lateness }: Pick<Entry, 'requestRate' | 'p95ResponseTime' | 'lateness'>,
  summary: Summary,
): Omit<ReportRow, 'phase' | 'metric' | 'isWarmup'> {
  const percentiles = summary.percentileResponseTime;
  return {
    requests: summary.requestCount,
    responses: summary.responseCount,
    perSec: requestRate,
    min: summary.minResponseTime,
    mean: summary.meanResponseTime,
    p50: percentiles['50.0'],
    p90: percentiles['90.0'],
    p95: p95ResponseTime,
    p99: percentiles['99.0'],
    p999: percentiles['99.9'],
    max: summary.maxResponseTime,
    failed: failedIn(summary),
    latenessP99: lateness.percentiles['99.0'],
  };
}

/** Before requests were counted as failed once, every error was counted as invalid as well. */
function failedIn(summary: Summary): number {
  return summary.failed ?? Math.max(errorsIn(summary), summary.invalid);
}

function errorsIn({ connectionErrors, requestTimeouts, internalErrors }: Summary): number {
  return connectionErrors + requestTimeouts + internalErrors;
}

/** The kinds of failed requests and how many there are of each; every request counts once. */
function troublesOf(summary: Summary): string[] {
  const { http } = summary.extensions;
  const invalid = failedIn(summary) - errorsIn(summary);
  const with4xx = Math.min(invalid, http.status_4xx);
  const with5xx = Math.min(invalid - with4xx, http.status_5xx);
  const kinds: [number, string][] = [
    [summary.requestTimeouts, 'timeout'],
    [summary.connectionErrors, 'connection error'],
    [summary.internalErrors, 'internal error'],
    [invalid - with4xx - with5xx, 'invalid response'],
  ];
  const parts = kinds.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  if (with4xx > 0) parts.push(`${with4xx} with status 4xx`);
  if (with5xx > 0) parts.push(`${with5xx} with status 5xx`);
  return parts;
}
