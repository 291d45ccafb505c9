import { blockedRatioOf, errorsOf, ratio } from '../../judging/criteria.ts';
import { distributionOf } from '../../statistics/histograms/distribution.ts';
import { layout } from '../../statistics/histograms/layout.ts';
import { valueAtPercentile } from '../../statistics/histograms/percentiles.ts';
import { type Summary, summarise } from '../../statistics/histograms/summary-statistics.ts';
import { timelineOf } from '../../statistics/latency-timeline.ts';
import { type MetricStatistics, requestSecondsOf, totalOf } from '../../statistics/statistics.ts';
import { Tally } from '../../statistics/tally.ts';
import type { PhaseFrame } from '../run-record.ts';

/**
 * The entries of this file have the same members as those in `all.json` of the original driver. Times are in
 * nanoseconds.
 */

/**
 * The entry for a metric of one request step, over all shards. `failures` is the number of limits that the
 * metric broke. `stepMs` is the width of a column of the timeline.
 */
export function metricEntry(metric: MetricStatistics, frame: PhaseFrame, failures: number, stepMs: number) {
  const total = totalOf(metric);
  const { counters } = total;
  const seconds = (frame.end - frame.start) / 1000;
  return {
    ...entryHead(metric, frame),
    total: { ...totalHead(metric, frame), summary: responseSummary(total, frame.start, frame.end), failures },
    /** Responses per second, over the time from T0 until the last user left. */
    throughput: ratio(counters.responses, seconds),
    requestRate: ratio(counters.requests, seconds),
    failedRatio: ratio(counters.failed, counters.requests),
    errorRatio: ratio(errorsOf(counters), counters.requests),
    invalidRatio: ratio(counters.invalid, counters.requests),
    blockedRatio: blockedRatioOf(total),
    p95ResponseTime: valueAtPercentile(total.responseTimes, 95),
    ...latencyOf(total),
    serviceTime: timeSummary(summarise(total.service)),
    lateness: timeSummary(summarise(total.lateness)),
    histogram: distributionOf(total.responseTimes),
    histograms: histogramsOf(total),
    timeline: timelineOf(metric, stepMs),
    series: requestSecondsOf(metric).map(([second, tally]) =>
      responseSummary(tally, frame.start + second * 1000, frame.start + (second + metric.bucketS) * 1000),
    ),
  };
}

/** The total of all metrics, over phases that may have run at different times. Undefined without metrics. */
export function totalEntry(
  phases: readonly { readonly metrics: readonly MetricStatistics[]; readonly frame: PhaseFrame }[],
) {
  const measured = phases.filter(({ metrics }) => metrics.length > 0);
  if (measured.length === 0) return undefined;
  const total = new Tally();
  for (const { metrics } of measured) for (const metric of metrics) total.add(totalOf(metric));
  const start = Math.min(...measured.map(({ frame }) => frame.start));
  const end = Math.max(...measured.map(({ frame }) => frame.end));
  const seconds = (end - start) / 1000;
  return {
    summary: responseSummary(total, start, end),
    throughput: ratio(total.counters.responses, seconds),
    requestRate: ratio(total.counters.requests, seconds),
    p95ResponseTime: valueAtPercentile(total.responseTimes, 95),
    ...latencyOf(total),
    lateness: timeSummary(summarise(total.lateness)),
    histograms: histogramsOf(total),
  };
}

/** The encoded histograms, from which any percentile can be read later. */
const histogramsOf = ({ latency, service, lateness, uncompensated }: Tally) => ({
  layout: layout.name,
  latency: latency.encode() ?? null,
  service: service.encode() ?? null,
  lateness: lateness.encode() ?? null,
  ...(uncompensated.count === 0 ? {} : { uncompensated: uncompensated.encode() }),
});

export function timeSummary(summary: Summary) {
  return {
    count: summary.count,
    min: summary.minNs,
    mean: Math.round(summary.meanNs),
    stdDev: Math.round(summary.stdDevNs),
    max: summary.maxNs,
    percentiles: summary.percentiles,
  };
}

/**
 * The summary of latencies, in addition to the response times. Present only if the response times leave out
 * the generator's own delay.
 */
export const latencyOf = ({ uncompensated, latency }: Tally) =>
  uncompensated.count === 0 ? {} : { latency: timeSummary(summarise(latency)) };

/**
 * The summary of response times. They are latencies from the intended start, so they show a wait for the
 * generator or for a connection. If the document asks for it, they leave out the generator's own delay.
 */
export function responseSummary(tally: Tally, startTime: number, endTime: number) {
  const { minNs, meanNs, stdDevNs, maxNs, percentiles } = summarise(tally.responseTimes);
  const { counters } = tally;
  return {
    startTime,
    endTime,
    minResponseTime: minNs,
    meanResponseTime: Math.round(meanNs),
    stdDevResponseTime: Math.round(stdDevNs),
    maxResponseTime: maxNs,
    percentileResponseTime: percentiles,
    requestCount: counters.requests,
    responseCount: counters.responses,
    invalid: counters.invalid,
    connectionErrors: counters.connectionErrors,
    requestTimeouts: counters.timeouts,
    internalErrors: counters.internalErrors,
    failed: counters.failed,
    blockedTime: counters.blockedNs,
    extensions: {
      http: {
        '@type': 'http',
        status_2xx: counters.status2xx,
        status_3xx: counters.status3xx,
        status_4xx: counters.status4xx,
        status_5xx: counters.status5xx,
        status_other: counters.statusOther,
        cacheHits: counters.cacheHits,
        resent: counters.resent,
      },
      bytes: { '@type': 'transfersize', sent: counters.bytesSent, received: counters.bytesReceived },
      ...countedByHandlers(tally),
    },
  };
}

function countedByHandlers({ extensions }: Tally) {
  return Object.fromEntries(
    Object.entries(extensions.encode() ?? {}).map(([key, { type, counts }]) => [
      key,
      type === 'transfersize'
        ? { '@type': type, sent: counts.sent ?? 0, received: counts.received ?? 0 }
        : { '@type': type, ...counts },
    ]),
  );
}

export function entryHead({ metric, step }: Pick<MetricStatistics, 'metric' | 'step'>, frame: PhaseFrame) {
  const { name, phase, iteration, fork, isWarmup } = frame;
  return { name, phase, iteration, fork, metric, stepId: step, isWarmup };
}

function totalHead({ metric }: Pick<MetricStatistics, 'metric'>, frame: PhaseFrame) {
  const { name, start, end, minSessions, maxSessions } = frame;
  return { phase: name, metric, start, end, minSessions, maxSessions };
}

type Sortable = { readonly name: string; readonly metric: string; readonly stepId: number };

/** Compares two entries of a run document, to sort them by name, metric and step. */
export function byNameMetricStep(one: Sortable, other: Sortable): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  if (one.metric !== other.metric) return one.metric < other.metric ? -1 : 1;
  return one.stepId - other.stepId;
}
