import type { MetricOutcome, RunOutcome } from '../api.generated.ts';
import { limits } from './limits.ts';

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
  const metrics = stats
    .flatMap((entry: unknown) => metricOf(entry) ?? [])
    .filter(({ isRequest }) => isRequest);
  const requests = sumOf(metrics.map((metric) => metric.requests));
  const failed = metrics.flatMap((metric) => metric.failed ?? []);
  const lastedMs = number(member(info, 'terminateTime')) - number(member(info, 'startTime'));
  const averageRate = lastedMs > 0 ? (requests / lastedMs) * 1_000 : Number.NaN;
  const measured = totalOf(document) ?? busiest(metrics);
  const definition = member(member(document, 'plan'), 'definition');
  const reason = reasonOf(document);
  return {
    state,
    benchmark: shortened(benchmark, limits.outcomeBenchmarkLengthMax),
    requests,
    // The total leaves out warm-ups, and has the rate that reports show.
    requestsPerSec: rateOf(member(document, 'total')) ?? hundredths(averageRate),
    latencyNsP99: measured?.p99 ?? null,
    ...(failed.length === metrics.length && { failed: sumOf(failed) }),
    latencyNsP50: measured?.p50 ?? null,
    ...(typeof definition === 'string' &&
      definition.length <= limits.outcomeDefinitionLengthMax && { definition }),
    ...(reason !== undefined && { reason }),
    metrics: listedMetrics(metrics),
  };
}

const states = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const;

type Metric = MetricOutcome & {
  readonly isWarmup: boolean;
  /**
   * False for a stopwatch or a header. These metrics measure parts of other requests and no requests of their
   * own.
   */
  readonly isRequest: boolean;
};

function metricOf(entry: unknown): Metric | undefined {
  const summary = member(member(entry, 'total'), 'summary');
  const requests = member(summary, 'requestCount');
  // A list of runs shows the number of requests. A value that is not a number or is too large is left out.
  if (typeof requests !== 'number' || !Number.isInteger(requests)) return undefined;
  const failed = member(summary, 'failed');
  const isMeasured = member(summary, 'responseCount') !== 0;
  const requestsPerSec = rateOf(entry);
  const percentile = (name: string): number | null => {
    const value = member(member(summary, 'percentileResponseTime'), name);
    return isMeasured && typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  return {
    phase: text(member(entry, 'name')),
    metric: text(member(entry, 'metric')),
    requests,
    failed: typeof failed === 'number' && Number.isInteger(failed) ? failed : null,
    ...(requestsPerSec !== undefined && { requestsPerSec }),
    p50: percentile('50.0'),
    p99: percentile('99.0'),
    isWarmup: member(entry, 'isWarmup') === true,
    isRequest: member(entry, 'isRequest') !== false,
  };
}

/** The metrics of requests that a list shows for a run: those with the most requests, warm-ups last. */
function listedMetrics(metrics: readonly Metric[]): MetricOutcome[] {
  return metrics
    .filter(({ phase, metric }) => phase !== '' && metric !== '')
    .sort((a, b) => Number(a.isWarmup) - Number(b.isWarmup) || b.requests - a.requests)
    .slice(0, limits.outcomeMetricsMax)
    .map(({ isWarmup: _, isRequest: __, phase, metric, ...numbers }) => ({
      phase: shortened(phase, limits.outcomeNameLengthMax),
      metric: shortened(metric, limits.outcomeNameLengthMax),
      ...numbers,
    }));
}

/**
 * The reason of a run's verdict, or its first failure with the place where it happened. A run that passed has
 * neither.
 */
function reasonOf(document: unknown): string | undefined {
  const reason = text(member(document, 'reason'));
  const failures = member(document, 'failures');
  const first: unknown = Array.isArray(failures) ? failures[0] : undefined;
  const place = ['phase', 'metric', 'request'].map((name) => text(member(first, name)));
  const parts = [place.filter((name) => name !== '').join(' / '), text(member(first, 'message'))];
  const found = reason || parts.filter((part) => part !== '').join(': ');
  return found === '' ? undefined : shortened(found, limits.outcomeReasonLengthMax);
}

/**
 * A text with at most `lengthMax` characters. A longer text is cut and ends with three characters that show
 * this.
 */
const shortened = (value: string, lengthMax: number): string =>
  value.length > lengthMax ? `${value.slice(0, lengthMax - 3).toWellFormed()}...` : value;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const sumOf = (counts: readonly number[]): number =>
  Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    Number.MAX_VALUE,
  );

/**
 * The metric over all phases without warm-up, as reports show it. Undefined in documents of older releases.
 */
const totalOf = (document: unknown): Metric | undefined => metricOf({ total: member(document, 'total') });

/**
 * The metric with the most requests. It represents a run without a total, because percentiles cannot be
 * added.
 */
function busiest(metrics: readonly Metric[]): Metric | undefined {
  const measured = metrics.filter(({ isWarmup }) => !isWarmup);
  return [...(measured.length > 0 ? measured : metrics)]
    .filter(({ requests }) => requests > 0)
    .sort((a, b) => b.requests - a.requests)[0];
}

/** The request rate of a metric or of the total, with two decimals. */
function rateOf(entry: unknown): number | undefined {
  const rate = member(entry, 'requestRate');
  return typeof rate === 'number' ? (hundredths(rate) ?? undefined) : undefined;
}

/** A value with two decimals. Null for a value that JSON cannot have. */
function hundredths(value: number): number | null {
  const rounded = Math.round(value * 100) / 100;
  return Number.isFinite(rounded) ? rounded : null;
}

const number = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
