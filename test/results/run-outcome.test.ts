import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOutcome } from '../../lib/results/run-outcome.ts';

/**
 * A list of runs shows the outcome that Downpour wrote into a run document. For any other document it shows
 * none.
 */

const metric = (requestCount: number, p99: number, isWarmup = false) => ({
  name: isWarmup ? 'warm' : 'steady',
  metric: `m${requestCount}`,
  isWarmup,
  total: { summary: { requestCount, failed: 1, percentileResponseTime: { '50.0': 3, '99.0': p99 } } },
});
const listed = (requests: number, p99: number | null, phase = 'steady') => ({
  phase,
  metric: `m${requests}`,
  requests,
  failed: 1,
  p50: 3,
  p99,
});

const run = {
  info: { benchmark: 'shop', startTime: 1_000, terminateTime: 11_000 },
  state: 'failed',
  stats: [metric(900, 5, true), metric(100, 7), metric(200, 9)],
};

test('requests add up, and p99 is that of the busiest metric outside warmups', () => {
  assert.deepEqual(runOutcome(run), {
    state: 'failed',
    benchmark: 'shop',
    requests: 1_200,
    requestsPerSec: 120,
    latencyNsP99: 9,
    failed: 3,
    latencyNsP50: 3,
    metrics: [listed(200, 9), listed(100, 7), listed(900, 5, 'warm')],
  });
});

test('the definition, and the reason or the first failure, are short texts of the document', () => {
  const whole = runOutcome({ ...run, plan: { definition: 'abc' }, reason: 'it was late' });
  assert.deepEqual([whole?.definition, whole?.reason], ['abc', 'it was late']);
  const failures = [{ phase: 'browse', metric: 'list', request: 'GET /', message: 'p99 is 2 s' }, {}];
  assert.equal(runOutcome({ ...run, failures })?.reason, 'browse / list / GET /: p99 is 2 s');
  assert.equal(runOutcome({ ...run, failures: [{ metric: null, message: 'x' }] })?.reason, 'x');
  const long = runOutcome({ ...run, reason: '😀'.repeat(500), plan: { definition: 'd'.repeat(500) } });
  assert.deepEqual([long?.reason, long?.definition], [`${'😀'.repeat(98)}\ufffd...`, undefined]);
  for (const odd of [{ reason: 5, failures: 5 }, { failures: [] }, { failures: [null] }, {}])
    assert.equal(runOutcome({ ...run, ...odd })?.reason, undefined);
});

test('at most five metrics of requests are kept, and a stopwatch neither counts nor is among them', () => {
  const stats = [...Array(7).keys()].map((at) => metric(10 + at, 1));
  const stopwatch = { ...metric(99, 1), isRequest: false };
  const outcome = runOutcome({ ...run, stats: [stopwatch, ...stats] });
  assert.deepEqual([outcome?.requests, outcome?.failed, outcome?.latencyNsP99], [91, 7, 1]);
  const kept = outcome?.metrics;
  assert.deepEqual(
    kept?.map(({ requests }) => requests),
    [16, 15, 14, 13, 12],
  );
  const [named] = runOutcome({ ...run, stats: [{ ...metric(1, 1), name: 'n'.repeat(900) }] })?.metrics ?? [];
  assert.equal(named?.phase.length, 100);
});

test('failed requests are left out when a metric of the document does not count them', () => {
  const { percentileResponseTime } = metric(1, 2).total.summary;
  const uncounted = { ...metric(1, 2), total: { summary: { requestCount: 1, percentileResponseTime } } };
  const outcome = runOutcome({ ...run, stats: [metric(5, 6), uncounted] });
  assert.equal(outcome?.failed, undefined);
  assert.deepEqual(
    outcome?.metrics?.map(({ failed }) => failed),
    [1, null],
  );
});

test('p99 and the rate are those of the total, where the document has one, as in the report', () => {
  const total = { ...metric(300, 8).total, requestRate: 37.456 };
  const outcome = runOutcome({ ...run, total });
  assert.deepEqual([outcome?.latencyNsP99, outcome?.requestsPerSec], [8, 37.46]);
  assert.equal(runOutcome({ ...run, total: { ...total, requestRate: 'fast' } })?.requestsPerSec, 120);
});

test('unknown values are null', () => {
  const unknown = { requests: 0, requestsPerSec: null, latencyNsP99: null, latencyNsP50: null };
  const { info, state } = run;
  const stats = [{ total: {} }, metric(0, 0), 5];
  const bare = { state, info: { benchmark: 'shop' }, stats };
  const rest = { failed: 1, metrics: [{ ...listed(0, 0) }] };
  assert.deepEqual(runOutcome(bare), { state: 'failed', benchmark: 'shop', ...unknown, ...rest });
  assert.equal(runOutcome({ state, info, stats: [metric(3, 4, true)] })?.latencyNsP99, 4);
});

test('there is no p99 of a metric that had no response', () => {
  const { info, state } = run;
  const silent = metric(50, 0);
  const summary = { ...silent.total.summary, responseCount: 0 };
  const outcome = runOutcome({ state, info, stats: [{ ...silent, total: { summary } }] });
  assert.deepEqual([outcome?.requests, outcome?.latencyNsP99], [50, null]);
});

test('numbers and texts of any size make an outcome that fits into a row', () => {
  const { info, state } = run;
  for (const number of [9007199254740992, 1e20, 1e-200, 1.7e308, Number.POSITIVE_INFINITY]) {
    const outcome = runOutcome({ state, info, stats: [metric(number, 5), metric(number, number)] });
    assert.ok(Number.isInteger(outcome?.requests), String(number));
    assert.deepEqual(JSON.parse(JSON.stringify(outcome)), outcome, 'no number of it is lost in JSON');
    const late = { ...info, startTime: 0, terminateTime: number };
    const quick = runOutcome({ state, info: late, stats: [metric(5, 5)] });
    assert.deepEqual(JSON.parse(JSON.stringify(quick)), quick);
  }
  const named = runOutcome({ ...run, info: { ...info, benchmark: '😀'.repeat(250_000) } });
  assert.equal(named?.benchmark, `${'😀'.repeat(500)}...`);
});

test('a document of another shape has none', () => {
  const others = [
    null,
    [],
    'x',
    {},
    { ...run, state: 'fine' },
    { ...run, info: null },
    { ...run, stats: {} },
    { ...run, info: { benchmark: 5 } },
  ];
  for (const document of others) assert.equal(runOutcome(document), undefined, JSON.stringify(document));
});
