import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitsSoFar, type PhaseLimits } from '../../../lib/driver/judging/limits-so-far.ts';
import { recents } from '../../../lib/driver/progress/limits.ts';
import type { MetricSoFar } from '../../../lib/driver/progress/recent.ts';
import { coarseText } from '../../../lib/driver/statistics/histograms/coarse.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { noCounts } from '../../../lib/driver/statistics/tally.ts';

/** A client that watches a burst sees each limit with its value over the requests of all drives so far. */

const limits = (more: Partial<PhaseLimits> = {}): PhaseLimits => ({
  requests: [{ step: 0, metric: 'browse', slas: [{ errorRatio: 0.01, limits: [[0.99, 250e6]] }] }],
  failedRatio: 0.05,
  ...more,
});

function metric(counters: object, times: readonly number[] = [], of = 'browse', step = 0): MetricSoFar {
  const histogram = new Histogram();
  for (const ns of times) histogram.record(ns);
  const text = coarseText(histogram);
  return {
    metric: of,
    step,
    counters: { ...noCounts(), ...counters },
    ...(text === undefined ? {} : { times: text }),
  };
}

test('limits without measurements have no value', () => {
  assert.deepEqual(limitsSoFar(limits(), []), [
    { metric: 'browse', criterion: 'errorRatio', limit: 0.01 },
    { metric: 'browse', criterion: 'limit', quantile: 0.99, limit: 250e6 },
  ]);
});

test('drives add up: ratios are exact, and times are at most 4 % too high', () => {
  const slow = metric(
    { requests: 100, responses: 100 },
    Array.from({ length: 100 }, () => 300e6),
  );
  const fast = metric({ requests: 300, responses: 290, connectionErrors: 10, failed: 10 }, [10e6]);
  const [errors, times, failed, ...more] = limitsSoFar(limits(), [[slow], [fast]]);
  assert.deepEqual([errors?.measured, errors?.passed, errors?.requests], [10 / 400, false, 400]);
  assert.equal(times?.passed, false);
  assert.ok(times?.measured !== undefined && times.measured >= 300e6 && times.measured <= 312e6);
  // The step has its own limit of errors, so the default limit judges only invalid responses.
  assert.deepEqual([failed?.isDefault, failed?.measured, failed?.passed], [true, 0, true]);
  assert.deepEqual(more, []);
});

test('requests that still wait at the end of their users count among the times', () => {
  const { times: waits = '' } = metric({}, [900e6]);
  const [, times] = limitsSoFar(limits(), [[{ ...metric({ requests: 2 }, [10e6]), unanswered: waits }]]);
  assert.ok(times?.measured !== undefined && times.measured >= 900e6);
});

test('a limit with a window is judged at the end, and has no value before', () => {
  const windowed = limits({
    requests: [{ step: 0, metric: 'browse', slas: [{ invalidRatio: 0, windowMs: 2_000 }] }],
  });
  const [limit] = limitsSoFar(windowed, [[metric({ requests: 5, responses: 5, invalid: 5 })]]);
  assert.deepEqual(limit, { metric: 'browse', criterion: 'invalidRatio', limit: 0, windowMs: 2_000 });
});

test('the default for failures is that of the worst request', () => {
  const two = limits({
    requests: [
      { step: 0, metric: 'browse', slas: [] },
      { step: 1, metric: 'buy', slas: [] },
    ],
  });
  const found = limitsSoFar(two, [
    [
      metric({ requests: 100, responses: 100 }),
      metric({ requests: 10, connectionErrors: 1, failed: 1 }, [], 'buy', 1),
    ],
  ]);
  assert.deepEqual(found, [
    {
      metric: 'buy',
      criterion: 'failedRatio',
      limit: 0.05,
      measured: 0.1,
      passed: false,
      requests: 10,
      isDefault: true,
    },
  ]);
});

test('limits of measurements of their own are judged by name', () => {
  const custom = limits({ requests: [], custom: [{ metric: 'page', slas: [{ meanResponseTimeNs: 1e6 }] }] });
  const [mean] = limitsSoFar(custom, [[metric({ requests: 1, responses: 1 }, [2e6], 'page', -1)]]);
  assert.deepEqual([mean?.metric, mean?.criterion, mean?.passed], ['page', 'meanResponseTime', false]);
});

test('the list is bounded', () => {
  const many = limits({
    requests: Array.from({ length: 200 }, (_, step) => ({
      step,
      metric: `m${step}`,
      slas: [{ errorRatio: 0.1 }],
    })),
  });
  assert.equal(limitsSoFar(many, []).length, recents.limitsMax);
});
