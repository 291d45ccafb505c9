import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOutcome } from '../../lib/results/run-outcome.ts';

/**
 * A list shows the outcome that Downpour wrote in a run document, and nothing for another kind of document.
 */

const metric = (requestCount: number, p99: number, isWarmup = false) => ({
  isWarmup,
  total: { summary: { requestCount, percentileResponseTime: { '99.0': p99 } } },
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
  });
});

test('p99 is that of the total, where the document has one, as in the report', () => {
  assert.equal(runOutcome({ ...run, total: metric(300, 8).total })?.latencyNsP99, 8);
});

test('unknown values are null', () => {
  const unknown = { requests: 0, requestsPerSec: null, latencyNsP99: null };
  const { info, state } = run;
  const stats = [{ total: {} }, metric(0, 0), 5];
  const bare = { state, info: { benchmark: 'shop' }, stats };
  assert.deepEqual(runOutcome(bare), { state: 'failed', benchmark: 'shop', ...unknown });
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
