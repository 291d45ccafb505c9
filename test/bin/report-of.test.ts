import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../../bin/commands/document.ts';
import { reportOf, requestsOf } from '../../bin/report-of.ts';
import type { BurstStatus } from '../../lib/api.generated.ts';
import type { Plan } from '../../lib/driver/plan.ts';
import { type RunDocument, runDocument } from '../../lib/driver/run-document.ts';
import { type MergedPhase, Merger } from '../../lib/driver/statistics/merge.ts';
import { Recorder } from '../../lib/driver/statistics/recorder.ts';

const t0 = 1_790_000_000_000;
const document = `
name: shop
http: { host: http://localhost:8080 }
phases:
  - browse:
      constantRate: { usersPerSec: 2, variance: false, duration: 5s, scenario: &visit [ look: [ httpRequest: { GET: / } ] ] }
  - buy:
      atOnce: { users: 3, startAfter: browse, scenario: *visit }
`;
const status: BurstStatus = { id: 'b1', benchmark: 'shop', state: 'failed', runId: 12, phases: [] };

test('the rows of a report are the metrics of the run, phase by phase in the order of the document', async () => {
  const report = reportOf(status, await runOf(10));
  assert.deepEqual(
    [report.benchmark, report.state, report.runId, report.lastedMs, report.shards],
    ['shop', 'failed', 12, 6_000, 1],
  );
  assert.equal(report.rows.length, 1);
  const [row] = report.rows;
  assert.deepEqual([row?.phase, row?.metric, row?.requests, row?.errors], ['browse', 'look', 10, 3]);
  assert.equal(row?.troubles, '1 timeout, 2 invalid responses, 2 with status 5xx');
  assert.ok(Math.abs((row?.p50 ?? 0) - 4e6) < 0.01 * 4e6);
});

test('users who never came are told, also of a phase that never started', async () => {
  const { deliveries } = reportOf(status, await runOf(9));
  assert.deepEqual(
    deliveries.map(({ phase, planned, started }) => [phase, planned, started]),
    [
      ['browse', 10, 9],
      ['buy', 3, 0],
    ],
  );
  assert.ok(deliveries.every(({ fraction }) => fraction < 1));
});

test('the requests of a run add up over its metrics', async () => {
  assert.equal(requestsOf(await runOf(10)), 10);
});

test('without a run the burst itself says what failed', () => {
  const phases: BurstStatus['phases'] = [
    {
      name: 'browse',
      status: 'CANCELLED',
      isWarmup: false,
      failed: true,
      failure: 'no shard answered',
      expectedArrivals: 1,
      totals: { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 },
    },
  ];
  const report = reportOf(
    { ...status, state: 'incomplete', runId: undefined, reason: 'Merge failed', phases },
    undefined,
  );
  assert.equal(report.state, 'incomplete');
  assert.equal(report.reason, 'Merge failed');
  assert.deepEqual(report.failures, [{ phase: 'browse', message: 'no shard answered' }]);
});

/** A run whose first phase started so many of its ten users, and whose second never began. */
async function runOf(started: number): Promise<RunDocument> {
  const { plan } = await check('shop.yaml', document, { param: {}, shards: 1, seed: 1 });
  assert.ok(plan !== undefined);
  return runDocument({
    plan: plan satisfies Plan,
    phases: [
      { status: 'TERMINATED', t0, endedAt: t0 + 5_500, merged: mergedOf(started), verdicts: [] },
      { status: 'CANCELLED', verdicts: [] },
    ],
    startedAt: t0,
    endedAt: t0 + 6_000,
    version: '0.1.0',
  });
}

function mergedOf(started: number): MergedPhase {
  const recorder = new Recorder();
  const sample = recorder.metric('look', 0).at(0);
  Object.assign(sample.counters, {
    requests: 10,
    responses: 9,
    status2xx: 7,
    status5xx: 2,
    invalid: 2,
    timeouts: 1,
  });
  for (let request = 0; request < 9; request += 1) sample.recordLatency(4e6);
  const outcome = {
    result: 'completed',
    planned: 10,
    started,
    throttled: 0,
    sessionLimitExceeded: false,
    startedAt: t0,
    finishedAt: t0 + 5_000,
    terminatedAt: t0 + 5_500,
    skewMs: 0,
    cpuUs: 1,
    stallNsMax: 0,
    errors: [],
  } as const;
  const merger = new Merger('browse');
  merger.accept(recorder.partial({ phase: 'browse', shard: 0, segment: 0, lease: 'l0', outcome }));
  return merger.result();
}
