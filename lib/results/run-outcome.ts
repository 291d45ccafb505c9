import type { RunOutcome } from '../api.generated.ts';

/**
 * The outcome of a run for lists of runs. It is read from the document's own members, as Downpour writes
 * them, and every member is checked. Undefined for another kind of document.
 */
export function runOutcome(document: unknown): RunOutcome | undefined {
  const info = member(document, 'info');
  const state = states.find((known) => known === member(document, 'state'));
  const benchmark = member(info, 'benchmark');
  const stats = member(document, 'stats');
  if (state === undefined || typeof benchmark !== 'string' || !Array.isArray(stats)) return undefined;
  const name =
    benchmark.length > nameLengthMax ? `${benchmark.slice(0, nameLengthMax).toWellFormed()}...` : benchmark;
  const metrics = stats.flatMap((entry: unknown) => metricOf(entry) ?? []);
  const requests = Math.min(
    metrics.reduce((sum, metric) => sum + metric.requests, 0),
    Number.MAX_VALUE,
  );
  const lastedMs = number(member(info, 'terminateTime')) - number(member(info, 'startTime'));
  return {
    state,
    benchmark: name,
    requests,
    requestsPerSec: lastedMs > 0 ? finite(Math.round((requests / lastedMs) * 1e5) / 100) : null,
    latencyNsP99: (totalOf(document) ?? busiest(metrics))?.latencyNsP99 ?? null,
  };
}

/** Characters of the name in a list: it is stored in the row of the run and in the rows of its lists. */
const nameLengthMax = 1000;

const states = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const;

type Metric = {
  readonly requests: number;
  readonly isWarmup: boolean;
  readonly latencyNsP99: number | undefined;
};

function metricOf(entry: unknown): Metric | undefined {
  const summary = member(member(entry, 'total'), 'summary');
  const requests = member(summary, 'requestCount');
  // A list shows counts. A value that is no number, or exceeds all valid counts, is left out.
  if (typeof requests !== 'number' || !Number.isInteger(requests)) return undefined;
  const p99 = member(member(summary, 'percentileResponseTime'), '99.0');
  const isMeasured =
    typeof p99 === 'number' && Number.isFinite(p99) && member(summary, 'responseCount') !== 0;
  return {
    requests,
    isWarmup: member(entry, 'isWarmup') === true,
    latencyNsP99: isMeasured ? p99 : undefined,
  };
}

/** All metrics of phases without warm-up, as reports show them. Undefined in documents of older releases. */
const totalOf = (document: unknown): Metric | undefined => metricOf({ total: member(document, 'total') });

/**
 * Without a total, the metric with the most requests represents the run, because percentiles cannot be added.
 */
function busiest(metrics: readonly Metric[]): Metric | undefined {
  const measured = metrics.filter(({ isWarmup }) => !isWarmup);
  return [...(measured.length > 0 ? measured : metrics)]
    .filter(({ requests }) => requests > 0)
    .sort((a, b) => b.requests - a.requests)[0];
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const number = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
