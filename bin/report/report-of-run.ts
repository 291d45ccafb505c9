import type { BurstStatus } from '../../lib/api.generated.ts';
import { isFinal } from '../../lib/driver/model/final-state.ts';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { failedIn, onlyInvalidIn } from '../../lib/report/failed.ts';
import {
  deliveriesOf,
  doubtsOf,
  errorsOf,
  failuresOf,
  type ReportFailure,
  suspicionsOf,
  unjudgedOf,
} from '../../lib/report/findings.ts';
import { counted } from '../../lib/report/units.ts';
import { isFailureOfRequests, waitingOf } from './checked-limits.ts';
import type { ReportRow } from './columns.ts';
import { factsOf, requestStats } from './lines-below-table.ts';
import type { Report } from './report.ts';

/** The report of a finished burst, from its run document, or from the burst alone when no run was stored. */
export function reportOf(status: BurstStatus, document: RunDocument | undefined): Report {
  if (document === undefined) return reportWithoutRun(status);
  const report = reportOfRun(document, status.runId);
  // When a user stopped the burst, the reason in the status is shown, because it says `you` to the user who
  // stopped it.
  return status.reason === undefined ? report : { ...report, reason: status.reason };
}

/** The report of a run from its stored document. Documents of older releases lack some members. */
export function reportOfRun(document: RunDocument, runId: number | undefined): Report {
  const { info, plan, phases, health, state } = document;
  const rows = phases.flatMap(({ name }) =>
    document.stats.filter((entry) => entry.name === name).map((entry) => rowOf(entry, document)),
  );
  const total = rows.length > 1 ? totalOf(document) : undefined;
  const regions = regionsOf(document);
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
    ...(regions.length === 0 ? {} : { regions }),
    facts: factsOf(document),
    failures: failuresOf(document),
    doubts: doubtsOf(document),
    unjudged: unjudgedOf(document),
    deliveries: deliveriesOf(document),
    errors: errorsOf(document),
    warnings: [
      ...(state === 'inconclusive' ? [] : waitingOf(document)),
      ...suspicionsOf(document),
      // Documents of older releases have no notices.
      ...(document.notices ?? []).map(({ phase, message }) => ({ place: phase, message })),
    ],
  };
}

/** The number of requests in all phases and metrics, for a comparison with the count of a target. */
export function requestsOf(document: Pick<RunDocument, 'stats'>): number {
  return requestStats(document).reduce((sum, { total }) => sum + total.summary.requestCount, 0);
}

function reportWithoutRun(status: BurstStatus): Report {
  const { benchmark, state, startedAt, endedAt = 0 } = status;
  return {
    benchmark,
    // A burst without a final state has no result.
    state: isFinal(state) ? state : 'incomplete',
    reason: status.reason ?? 'no run was stored',
    lastedMs: endedAt - (startedAt ?? endedAt),
    rows: [],
    facts: [],
    failures: failedPhases(status),
    doubts: [],
    unjudged: [],
    deliveries: [],
    errors: [],
    warnings: [],
  };
}

/** The failed phases of a burst without a run document, each with its reason. */
export function failedPhases({ id, phases }: BurstStatus): ReportFailure[] {
  const noReason = `the API reported no reason; search its logs for ${id}`;
  return phases
    .filter(({ failed }) => failed)
    .map(({ name, failure = noReason }) => ({ place: name, message: failure }));
}

type Entry = RunDocument['stats'][number];
type Summary = Entry['total']['summary'];

function rowOf(entry: Entry, document: RunDocument): ReportRow {
  const { summary } = entry.total;
  const found = troublesOf(summary);
  const isReported = found.length > 0 && document.verdicts.some((each) => isFailureOfRequests(each, entry));
  const troubles = isReported ? [] : found;
  return {
    phase: entry.name,
    metric: entry.metric,
    ...(entry.request === undefined ? {} : { request: entry.request }),
    isWarmup: entry.isWarmup,
    ...numbersOf(entry, summary),
    ...(troubles.length === 0 ? {} : { troubles: troubles.join(', ') }),
  };
}

/** The row with the sum of all phases except warm-ups. */
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

/** The rows with the sums of each region. */
const regionsOf = ({ regions = [] }: RunDocument): readonly ReportRow[] =>
  regions.map(({ region, shards, total }) => ({
    phase: region,
    metric: counted(shards, 'shard'),
    isWarmup: false,
    ...numbersOf(total, total.summary),
  }));

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

/** The kinds of failed requests with their numbers. Every request counts once. */
function troublesOf(summary: Summary): string[] {
  const { http } = summary.extensions;
  const invalid = onlyInvalidIn(summary);
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
