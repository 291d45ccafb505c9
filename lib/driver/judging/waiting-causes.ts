import { numbered } from '../../words.ts';
import { health } from '../statistics/health/limits.ts';
import { Histogram } from '../statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../statistics/histograms/percentiles.ts';
import { summarise } from '../statistics/histograms/summary-statistics.ts';
import type { MetricStatistics } from '../statistics/statistics.ts';
import { Tally } from '../statistics/tally.ts';
import { blockedRatioOf, time } from './criteria.ts';
import { judging } from './limits.ts';

/**
 * Distinguishes a stall from a pool with too few connections. In a stall, the target or a machine answers no
 * request for a while. All connections are then in use, and requests wait for a free one, even in a large
 * pool.
 */
export type Standstills = {
  /** The median time from sending to the end of the response, in nanoseconds. */
  readonly usualNs: number;
  /**
   * The time of the longest response that was in flight in this second, in nanoseconds. 0 unless it took far
   * longer than usual. A bucket may have several seconds. Its responses then count from its first second on,
   * because the bucket does not show in which of its seconds they began.
   */
  readonly longestNsAt: (second: number) => number;
};

/** Finds the stalls of a phase over all its metrics, because metrics share connections. */
export function standstillsOf(metrics: readonly MetricStatistics[]): Standstills {
  const service = new Histogram();
  const longest = new Map<number, number>();
  for (const metric of metrics) {
    for (const [second, tally] of metric.seconds) {
      if (tally.service.count === 0) continue;
      service.add(tally.service);
      const ns = summarise(tally.service).maxNs;
      const last = second + metric.bucketS - 1 + Math.ceil(ns / 1e9);
      for (let at = second; at <= last; at += 1) longest.set(at, Math.max(longest.get(at) ?? 0, ns));
    }
  }
  const usualNs = service.count === 0 ? 0 : valueAtPercentile(service, 50);
  const leastNs = Math.max(health.impactNs, usualNs * judging.pauseFactorMin);
  const longestNsAt = (second: number): number => {
    const ns = longest.get(second) ?? 0;
    return ns < leastNs ? 0 : ns;
  };
  return { usualNs, longestNsAt };
}

export type Calm = {
  readonly metric: MetricStatistics;
  /**
   * The number of seconds that were left out because of stalls. `longestNs` is the longest response in them.
   */
  readonly pausedSeconds: number;
  readonly longestNs: number;
};

/**
 * A metric without the few seconds in which a stall caused most of the waiting. In such a second, the longest
 * response took at least as long as the mean wait for a connection. Undefined when there is no such second.
 */
export function withoutPauses(
  metric: MetricStatistics,
  { longestNsAt }: Pick<Standstills, 'longestNsAt'>,
): Calm | undefined {
  const { bucketS } = metric;
  const seconds = [...metric.seconds];
  const paused = seconds
    .map(([second, tally]) => ({ second, tally, longestNs: longestNsAt(second) }))
    .filter(
      ({ tally, longestNs }) =>
        tally.counters.blockedNs > 0 && longestNs > 0 && longestNs >= meanWaitNs(tally),
    )
    .sort((one, other) => other.tally.counters.blockedNs - one.tally.counters.blockedNs)
    .slice(0, sparedOf(seconds.length, bucketS));
  if (paused.length === 0) return undefined;
  const left = new Map(metric.seconds);
  for (const { second } of paused) left.delete(second);
  return {
    metric: { ...metric, seconds: left },
    pausedSeconds: paused.length * bucketS,
    longestNs: Math.max(...paused.map(({ longestNs }) => longestNs)),
  };
}

/**
 * The stall in words: `most of the waiting for connections was in 2 seconds, when a response took up to 1.1 s
 * (usually 3 ms)`.
 */
export function pauseSentence({ pausedSeconds, longestNs }: Calm, { usualNs }: Standstills): string {
  const seconds = numbered(pausedSeconds, 'second');
  return (
    `most of the waiting for connections was in ${seconds}, when a response took up to ${time(longestNs)} (usually ${time(usualNs)}): ` +
    'the target or a machine stalled, and such a stall breaks no limit'
  );
}

/**
 * Advice when the target was slow in the seconds in which requests waited for a connection, but not in the
 * other seconds. More connections would only hide the cause. Undefined in all other cases.
 */
export function slowTargetAdvice({ seconds }: MetricStatistics, limit: number): string | undefined {
  const [waiting, others] = [new Histogram(), new Histogram()];
  for (const tally of seconds.values()) (blockedRatioOf(tally) > limit ? waiting : others).add(tally.service);
  if (waiting.count === 0 || others.count === 0) return undefined;
  const [slow, usual] = [valueAtPercentile(waiting, 50), valueAtPercentile(others, 50)];
  if (slow < usual * judging.slowFactorMin) return undefined;
  return (
    'find out why the target was slow at times (more connections would only hide the cause). In the seconds in ' +
    `which requests waited for a connection, half of its responses took ${time(slow)} or more. In the other ` +
    `seconds, half of them took ${time(usual)} or more`
  );
}

/**
 * Advice when most requests ended in a connection error. Other requests then wait until a new connection is
 * open, even in a large pool. Undefined in all other cases.
 */
export function lostConnectionsAdvice({ seconds }: MetricStatistics): string | undefined {
  const all = new Tally();
  for (const tally of seconds.values()) all.add(tally);
  const { connectionErrors, requests } = all.counters;
  if (connectionErrors * 2 < requests) return undefined;
  return (
    `find out why connections failed: ${connectionErrors} of ${numbered(requests, 'request')} ended in a connection ` +
    'error, and other requests waited until a new connection was open'
  );
}

const meanWaitNs = ({ counters }: Tally): number => counters.blockedNs / Math.max(1, counters.requests);

/**
 * The most buckets of a metric that the limit on waiting may leave out. A bucket has `bucketS` seconds. The
 * most is a few seconds or a share of all seconds, if that is more. It is never more than half of the
 * buckets.
 */
function sparedOf(count: number, bucketS: number): number {
  const seconds = Math.max(judging.pauseSecondsMax, count * bucketS * judging.pauseShareMax);
  return Math.min(Math.floor(count / 2), Math.floor(seconds / bucketS));
}
