import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricEntry, timeSummary, totalEntry } from '../../../../lib/driver/run/entries/metric-entries.ts';
import type { PhaseFrame } from '../../../../lib/driver/run/run-record.ts';
import type { Counters } from '../../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../../lib/driver/statistics/recording/recorder.ts';
import { statisticsOf } from '../../../../lib/driver/statistics/statistics.ts';
import { Tally } from '../../../../lib/driver/statistics/tally.ts';

/** Entries of a run document state their phase, their time and their counts. */

const frame: PhaseFrame = {
  name: 'browse/2/fast',
  phase: 'browse',
  iteration: '2',
  fork: 'fast',
  isWarmup: false,
  start: 1_000_000,
  end: 1_004_000,
  minSessions: 1,
  maxSessions: 7,
};

/** All numbers differ, so a wrong number would be detected. */
const counters: Counters = {
  requests: 40,
  responses: 32,
  status2xx: 11,
  status3xx: 12,
  status4xx: 13,
  status5xx: 14,
  statusOther: 15,
  invalid: 16,
  timeouts: 1,
  connectionErrors: 2,
  internalErrors: 5,
  failed: 20,
  blockedNs: 21,
  cacheHits: 22,
  bytesReceived: 23,
  bytesSent: 24,
  resent: 25,
  staleConnections: 1,
};

function metricsOf(seconds: readonly number[], at: Counters = counters) {
  const recorder = new Recorder();
  for (const second of seconds) {
    const tally = recorder.metric('home', 3).at(second);
    Object.assign(tally.counters, at);
    tally.recordLatency(64);
    tally.recordService(32);
    tally.recordLateness(16);
  }
  return statisticsOf(recorder.rows()).metrics;
}

const [metric] = metricsOf([0, 2]);

test('A metric names its phase, counts everything once, and relates it to the time at work', () => {
  const entry = metricEntry(metric!, frame, 2, 1000);
  const { name, phase, iteration, fork, stepId, isWarmup, total } = entry;
  assert.deepEqual(
    { name, phase, iteration, fork, metric: entry.metric, stepId, isWarmup },
    {
      name: 'browse/2/fast',
      phase: 'browse',
      iteration: '2',
      fork: 'fast',
      metric: 'home',
      stepId: 3,
      isWarmup: false,
    },
  );
  const { summary, ...head } = total;
  assert.deepEqual(head, {
    phase: 'browse/2/fast',
    metric: 'home',
    start: 1_000_000,
    end: 1_004_000,
    minSessions: 1,
    maxSessions: 7,
    failures: 2,
  });
  assert.deepEqual(
    [summary.startTime, summary.endTime, summary.requestCount, summary.responseCount],
    [1_000_000, 1_004_000, 80, 64],
  );
  assert.deepEqual([entry.throughput, entry.requestRate], [16, 20]);
  const { failedRatio, errorRatio, invalidRatio, blockedRatio } = entry;
  assert.deepEqual([failedRatio, errorRatio, invalidRatio], [0.5, 0.2, 0.4]);
  assert.ok(Math.abs(blockedRatio - 42 / (42 + 128)) < 0.01);
  assert.deepEqual([entry.p95ResponseTime, entry.serviceTime.max, entry.lateness.max], [64, 32, 16]);
  assert.deepEqual([entry.serviceTime.count, entry.histogram.linear.at(-1)?.totalCount], [2, 2]);
});

test('The 95th percentile is that of the response times', () => {
  const tally = new Tally();
  for (let request = 0; request < 19; request += 1) tally.recordLatency(64);
  tally.recordLatency(1e6);
  const one = { metric: 'home', step: 3, bucketS: 1, seconds: new Map([[0, tally]]) };
  assert.equal(metricEntry(one, frame, 0, 1000).p95ResponseTime, 64);
  assert.equal(totalEntry([{ metrics: [one], frame }])?.p95ResponseTime, 64);
});

test('A second in which only late requests were sent is not in the series', () => {
  const [requested, sent] = [new Tally(), new Tally()];
  requested.counters.requests = 3;
  sent.recordLateness(3e9);
  const entry = metricEntry(
    {
      metric: 'home',
      step: 3,
      bucketS: 1,
      seconds: new Map([
        [0, requested],
        [3, sent],
      ]),
    },
    ...([frame, 0, 1000] as const),
  );
  assert.deepEqual(
    entry.series.map(({ requestCount }) => requestCount),
    [3],
  );
  assert.equal(entry.lateness.count, 1);
});

test('A second of the series lasts a second, and counts what should have been sent in it', () => {
  const { series } = metricEntry(metric!, frame, 0, 1000);
  const [first, second] = series;
  assert.deepEqual(
    series.map(({ startTime, endTime }) => [startTime, endTime]),
    [
      [1_000_000, 1_001_000],
      [1_002_000, 1_003_000],
    ],
  );
  assert.deepEqual(first?.extensions, {
    http: {
      '@type': 'http',
      status_2xx: 11,
      status_3xx: 12,
      status_4xx: 13,
      status_5xx: 14,
      status_other: 15,
      cacheHits: 22,
      resent: 25,
    },
    bytes: { '@type': 'transfersize', sent: 24, received: 23 },
  });
  const { invalid, connectionErrors, requestTimeouts, internalErrors, failed, blockedTime } = second!;
  assert.deepEqual(
    { invalid, connectionErrors, requestTimeouts, internalErrors, failed, blockedTime },
    { invalid: 16, connectionErrors: 2, requestTimeouts: 1, internalErrors: 5, failed: 20, blockedTime: 21 },
  );
  assert.deepEqual(
    [second?.minResponseTime, second?.meanResponseTime, second?.stdDevResponseTime, second?.maxResponseTime],
    [64, 64, 0, 64],
  );
  assert.equal(second?.percentileResponseTime['99.0'], 64);
});

test('Histograms travel in their wire form, and absent ones are null', () => {
  const { histograms } = metricEntry(metric!, frame, 0, 1000);
  assert.ok(
    [histograms.latency, histograms.service, histograms.lateness].every((text) => text?.startsWith('H')),
  );
  const silent = { ...metric!, seconds: new Map([[0, new Tally()]]) };
  const none = metricEntry(silent, frame, 0, 1000).histograms;
  assert.deepEqual([none.latency, none.service, none.lateness], [null, null, null]);
});

test('Phases that overlap in time have one total from the first start to the last end', () => {
  const later = { ...frame, start: 1_002_000, end: 1_008_000 };
  const idle = { ...frame, start: 0, end: 9_000_000 };
  const total = totalEntry([
    { metrics: metricsOf([0]), frame: later },
    { metrics: metricsOf([0, 1]), frame },
    { metrics: [], frame: idle },
  ]);
  assert.deepEqual([total?.summary.startTime, total?.summary.endTime], [1_000_000, 1_008_000]);
  assert.deepEqual([total?.throughput, total?.requestRate], [12, 15]);
  assert.deepEqual([total?.p95ResponseTime, total?.lateness.count, total?.lateness.max], [64, 3, 16]);
  assert.equal(totalEntry([{ metrics: [], frame }]), undefined);
});

test('A summary of times is in whole nanoseconds', () => {
  const percentiles = { '50.0': 1, '90.0': 2, '99.0': 3, '99.9': 4, '99.99': 5 };
  assert.deepEqual(timeSummary({ count: 6, minNs: 7, meanNs: 8.5, stdDevNs: 9.4, maxNs: 10, percentiles }), {
    count: 6,
    min: 7,
    mean: 9,
    stdDev: 9,
    max: 10,
    percentiles,
  });
});
