import type { BurstStatus } from '../lib/api.generated.ts';
import type { RunDocument } from '../lib/driver/run-document.ts';
import type { Delivery, Report, ReportFailure, ReportRow } from './terminal/report.ts';
import { counted } from './terminal/units.ts';

/** The report of a burst that is over, from the run document; from the burst alone when no run was stored. */
export function reportOf(status: BurstStatus, document: RunDocument | undefined): Report {
  if (document === undefined) return reportWithoutRun(status);
  const { info, plan, phases, health } = document;
  return {
    benchmark: info.benchmark,
    state: stateOf(status),
    reason: status.reason ?? document.reason,
    runId: status.runId,
    lastedMs: info.terminateTime - info.startTime,
    shards: plan.shards,
    rows: phases.flatMap(({ name }) => document.stats.filter((entry) => entry.name === name).map(rowOf)),
    failures: document.failures.map(({ phase, metric, message }) => ({
      phase,
      metric: metric ?? undefined,
      message,
    })),
    deliveries: deliveriesOf(document),
    errors: info.errors.map(({ agent, msg }) => `${agent}: ${msg}`),
    warnings: health.suspicions.map(({ phase, message }) => `${phase}: ${message}`),
  };
}

/** Noop phases have nobody to deliver; of a phase that never started nobody came. */
function deliveriesOf({ phases, plan }: RunDocument): Delivery[] {
  return phases
    .filter(({ kind }) => kind !== 'noop')
    .map(({ name, start, delivery }) => {
      const expected = plan.phases.find((each) => each.name === name)?.expectedArrivals ?? 0;
      return start === null
        ? { phase: name, planned: expected, started: 0, fraction: 0 }
        : { phase: name, ...delivery };
    });
}

/** Requests over all phases and metrics, to compare with what a target counted. */
export function requestsOf({ stats }: RunDocument): number {
  return stats.reduce((sum, { total }) => sum + total.summary.requestCount, 0);
}

function reportWithoutRun(status: BurstStatus): Report {
  const failures = status.phases
    .filter(({ failed }) => failed)
    .map(({ name, failure }): ReportFailure => ({ phase: name, message: failure ?? 'no reason given' }));
  return {
    benchmark: status.benchmark,
    state: stateOf(status),
    reason: status.reason ?? 'no run was stored',
    lastedMs: (status.endedAt ?? 0) - (status.startedAt ?? status.endedAt ?? 0),
    rows: [],
    failures,
    deliveries: [],
    errors: [],
    warnings: [],
  };
}

/** A burst that was left in the middle has no result. */
function stateOf({ state }: BurstStatus): Report['state'] {
  return state === 'passed' || state === 'failed' || state === 'stopped' ? state : 'incomplete';
}

function rowOf(entry: RunDocument['stats'][number]): ReportRow {
  const { summary } = entry.total;
  const percentiles = summary.percentileResponseTime;
  const troubles = troublesOf(summary);
  return {
    phase: entry.name,
    metric: entry.metric,
    isWarmup: entry.isWarmup,
    requests: summary.requestCount,
    perSec: entry.requestRate,
    mean: summary.meanResponseTime,
    p50: percentiles['50.0'],
    p90: percentiles['90.0'],
    p99: percentiles['99.0'],
    p999: percentiles['99.9'],
    max: summary.maxResponseTime,
    errors: summary.connectionErrors + summary.requestTimeouts + summary.internalErrors + summary.invalid,
    troubles: troubles.length === 0 ? undefined : troubles.join(', '),
    latenessP99: entry.lateness.percentiles['99.0'],
  };
}

/** What the number of errors is made of. */
function troublesOf(summary: RunDocument['stats'][number]['total']['summary']): string[] {
  const { http } = summary.extensions;
  const kinds: [number, string][] = [
    [summary.requestTimeouts, 'timeout'],
    [summary.connectionErrors, 'connection error'],
    [summary.internalErrors, 'internal error'],
    [summary.invalid, 'invalid response'],
  ];
  const told = kinds.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  if (http.status_4xx > 0) told.push(`${http.status_4xx} with status 4xx`);
  if (http.status_5xx > 0) told.push(`${http.status_5xx} with status 5xx`);
  return told;
}
