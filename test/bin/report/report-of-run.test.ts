import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../../../bin/document/read-document.ts';
import { reportLines } from '../../../bin/report/report.ts';
import { reportOf, reportOfRun, requestsOf } from '../../../bin/report/report-of-run.ts';
import { unpainted } from '../../../bin/terminal/paint.ts';
import type { BurstStatus } from '../../../lib/api.generated.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import { type RunDocument, runDocument } from '../../../lib/driver/run/document.ts';
import { type MergedPhase, Merger } from '../../../lib/driver/statistics/merge.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { type MadeRun, madeRun, type Second, well } from '../../driver/run/records.ts';

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
    ['shop', 'passed', 12, 6_000, 1],
  );
  assert.equal(report.rows.length, 1);
  const [row] = report.rows;
  assert.deepEqual([row?.phase, row?.metric, row?.requests, row?.failed], ['browse', 'look', 10, 3]);
  assert.equal(row?.troubles, '1 timeout, 2 with status 5xx');
  assert.ok(Math.abs((row?.p50 ?? 0) - 4e6) < 0.01 * 4e6);
});

test('missing users are reported, also for a phase that never started', async () => {
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

test('the requests of a run add up over its metrics, without those that only measure', async () => {
  const run = await runOf(10);
  const stopwatches = run.stats.map((entry) => ({ ...entry, isRequest: false }));
  assert.equal(requestsOf({ ...run, stats: [...run.stats, ...stopwatches] }), 10);
});

test('without a run the burst itself reports what failed', () => {
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
  assert.deepEqual(report.failures, [{ place: 'browse', message: 'no shard answered' }]);
});

const paint = unpainted;
const display = async (made: MadeRun): Promise<string[]> =>
  reportLines(reportOfRun(await madeRun(made), 7), paint);
const failing = (failed: number, requests = 400): Second => ({
  requests,
  counters: {
    failed,
    invalid: failed,
    status5xx: failed,
    status2xx: requests - failed,
    bytesReceived: 1_000,
  },
});

test('a run with a few failed requests passes and reports how many', async () => {
  const lines = await display({ drives: [{ seconds: [failing(12), ...well(9, failing(0))] }] });
  assert.match(lines[0] ?? '', /^made {2}passed, 12 of 4,000 requests failed \(0.3 %\) {2}run 7/);
  assert.ok(lines.includes('! failed requests main / browse: 12 with status 5xx'), lines.join('\n'));
  assert.ok(lines.includes('  status  3,988 × 2xx, 12 × 5xx'));
  assert.ok(lines.includes('  bytes   10.0 kB in, 0 B out (bodies)'));
  const judged = lines.find((line) => line.startsWith('  limits'));
  assert.equal(
    judged,
    '  limits  at most 1 % failed requests and at most 1 % of the time waiting for a connection (by default)',
  );
});

test('waiting below the limit is a warning with its size', async () => {
  const lines = await display({ drives: [{ seconds: well(10, { counters: { blockedNs: 3_605 } }) }] });
  assert.match(lines[0] ?? '', /passed {2}run 7/);
  assert.match(
    lines.find((line) => line.includes('warning')) ?? '',
    /^! warning requests waited for a free connection: main \/ browse 36.\dµs \(0.036 % of the time\)$/,
  );
});

test('failed requests are reported once, with the kinds of failures', async () => {
  const lines = await display({ drives: [{ seconds: well(10, failing(400)) }] });
  const about = lines.filter((line) => line.includes('5xx'));
  assert.deepEqual(about, [
    '  status  4,000 × 5xx',
    '✗ failed main / browse: 4000 of 4000 requests failed (100 %), the limit is 1 %: 4000 responses 5xx',
  ]);
});

test('an inconclusive run has one diagnosis on top and no line that blames the target or its settings', async () => {
  const starved: Second = { idle: 0, lateNs: 1.7e9, stallNs: 4e8, counters: { blockedNs: 5e9 } };
  const outcome = { sessionLimitExceeded: true, throttled: 4, skewMs: 2_000, stallNsMax: 4e8 };
  const lines = await display({ drives: [{ seconds: [...well(6), ...well(2, starved)], outcome }] });
  assert.match(lines[0] ?? '', /^made {2}inconclusive {2}run 7/);
  assert.match(lines[1] ?? '', /^ {2}this machine was too busy: users started 1.7 s late \(25 % of/);
  assert.match(lines[2] ?? '', /^ {2}try: end other programs/);
  assert.doesNotMatch(lines.join('\n'), /✗|warning|sharedConnections|maxSessions|more shards/);
});

test('an inconclusive run tells which limits were broken, and by how much', async () => {
  const starved: Second = { idle: 0, lateNs: 1.7e9, counters: { blockedNs: 5e9, timeouts: 9, failed: 9 } };
  const lines = await display({ drives: [{ seconds: well(2, starved) }], timeoutMs: 500 });
  assert.match(lines[0] ?? '', /^made {2}inconclusive {2}run 7/);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('? cannot tell')).map((line) => line.replace(/, [\d.]+ % .*/, '')),
    [
      '? cannot tell main / browse: 18 of 20 requests failed (90 %), the limit is 1 %: 18 timeouts',
      '? cannot tell main / browse: requests waited 10 s for a free connection',
    ],
  );
});

test('a run whose generator used up its core reports it once, and does not propose to raise maxSessions', async () => {
  const saturated: Second = { cpu: 0.99, waited: 90, waitNs: 1.8e9 };
  const outcome = { sessionLimitExceeded: true, throttled: 900 };
  const lines = await display({ drives: [{ seconds: well(10, saturated), outcome }] });
  assert.match(
    lines[1] ?? '',
    /^ {2}a shard used its whole CPU core: users waited 1.8 s for a session \(100 % of/,
  );
  assert.match(lines[2] ?? '', /^ {2}try: use more shards if processors are idle/);
  assert.doesNotMatch(lines.join('\n'), /✗|warning|maxSessions/);
});

test('a run that was stopped early reports it, and what was broken', async () => {
  const lines = await display({
    drives: [{ seconds: well(3, { latencyNs: 9e7 }), outcome: { result: 'stopped', reason: 'early' } }],
    sla: '{ limits: { "0.9": 50ms }, window: 1s }',
    failedEarly: 'stopped early because phase main failed',
  });
  assert.match(lines[0] ?? '', /^made {2}failed {2}run 7/);
  assert.equal(lines[1], '  stopped early because phase main failed');
  assert.ok(
    lines.some((line) =>
      /^✗ failed main \/ browse: 90 % of responses came within .* the limit is 50 ms \(from 0 s to 1 s\)$/.test(
        line,
      ),
    ),
    lines.join('\n'),
  );
});

test('reasons to doubt the generator are one line each', async () => {
  const drives = [{ seconds: well(40, { lateNs: 3e7 }), outcome: { stallNsMax: 1.5e8, skewMs: 150 } }];
  const lines = (await display({ drives })).filter((line) => line.includes('warning'));
  assert.equal(lines.length, 3, lines.join('\n'));
  assert.equal(new Set(lines).size, 3);
  assert.doesNotMatch(lines.join(), /the worst case/);
});

test('a reason that several phases have is one line with the worst case, at any place', async () => {
  const run = await madeRun({ drives: [{ seconds: well(2) }] });
  const seen = (phase: string, measured: number) => ({
    reason: 'skew' as const,
    phase,
    measured,
    limit: 1,
    message: `clocks were ${measured} apart`,
  });
  for (const order of [
    [seen('a', 2), seen('b', 9)],
    [seen('b', 9), seen('a', 2)],
  ]) {
    const { warnings } = reportOfRun({ ...run, health: { ...run.health, suspicions: order } }, 7);
    assert.deepEqual(warnings.at(-1), {
      place: order.map(({ phase }) => phase).join(', '),
      message: 'clocks were 9 apart (in phase b, the worst case)',
    });
  }
});

test('a failed request is of one kind, and of status 5xx at most as many as failed', async () => {
  const made = async (counters: Second['counters']): Promise<string | undefined> =>
    reportOfRun(await madeRun({ drives: [{ seconds: well(1, { requests: 400, counters }) }] }), 7).rows[0]
      ?.troubles;
  assert.equal(
    await made({ failed: 3, invalid: 3, status4xx: 1, status5xx: 9 }),
    '1 with status 4xx, 2 with status 5xx',
  );
  assert.equal(await made({ failed: 3, invalid: 3, status5xx: 1 }), '2 invalid responses, 1 with status 5xx');
});

test('users are reported by their phase, errors once, and limits of the document without defaults', async () => {
  const run = await madeRun({ drives: [{ seconds: well(2) }] });
  const [phase] = run.phases;
  assert.ok(phase);
  const sessionTime = { ...run.stats[0]?.lateness, mean: 4e6, percentiles: { '50.0': 3e6, '99.0': 5e6 } };
  const report = reportOfRun(
    {
      ...run,
      phases: [{ ...phase, sessionTime }] as RunDocument['phases'],
      verdicts: run.verdicts.map(({ isDefault: _default, ...verdict }) => verdict),
      info: { ...run.info, errors: ['first', 'second'].map((msg) => ({ agent: 'shard 1', msg })) },
      failures: [{ phase: 'main', metric: null, message: 'main: first' }] as RunDocument['failures'],
    },
    7,
  );
  const facts = Object.fromEntries(report.facts);
  assert.equal(facts.users, 'finished after: main 4.00ms on average (p50 3.00ms, p99 5.00ms)');
  assert.doesNotMatch(facts.limits ?? '', /by default/);
  assert.match(facts.limits ?? '', /\(main \/ browse\)$/);
  assert.deepEqual(report.errors, [{ place: 'shard 1', message: 'second' }]);
});

test('the report has the counts of handlers, the sums of users, and requests that were cut off, not sent or sent twice', async () => {
  const made = await madeRun({ drives: [{ seconds: well(2) }] });
  const [entry] = made.stats;
  assert.ok(entry);
  const { summary } = entry.total;
  const counted = {
    ...summary.extensions,
    bytes: { ...summary.extensions.bytes, received: 2_000, sent: 10 },
    http: { ...summary.extensions.http, cacheHits: 600, resent: 3 },
    exact_status: { '@type': 'counters', status_200: 1_500, status_404: 2, status_500: 0 },
    countHeaders: { '@type': 'counters', constructor: 1 },
    wire: { '@type': 'transfersize', sent: 400, received: 3_000 },
  };
  const requestCount = summary.responseCount + 600;
  const total = { ...entry.total, summary: { ...summary, requestCount, extensions: counted } };
  const cut = { ...total, summary: { ...total.summary, requestCount: requestCount + 9 } };
  cut.summary = { ...cut.summary, connectionErrors: 1, requestTimeouts: 2, internalErrors: 3 };
  const run = {
    ...made,
    stats: [
      ...[total, cut].map((each) => ({ ...entry, total: each })),
      // An entry of a compensation measures the same requests a second time, so it must not count.
      { ...entry, isRequest: false, total: { ...entry.total, summary: { ...summary, requestCount } } },
    ],
    globalCounters: { shop: { sold: 12_345, big: '9007199254740993' } },
  } as unknown as RunDocument;
  const facts = Object.fromEntries(reportOfRun(run, 7).facts);
  assert.match(
    facts.status ?? '',
    /^\d+ × 2xx, sent again 6 times, because the target had closed the connection or had not processed the request, 1,200 not sent, because their users had the answer in their caches, 3 without a response, because their users were stopped earlier$/,
  );
  assert.equal(
    facts.counted,
    'exact_status 3,000 × status_200, 4 × status_404; countHeaders 2 × constructor',
  );
  assert.equal(facts.bytes, '4.00 kB in, 20 B out (bodies); wire 6.00 kB in, 800 B out');
  assert.equal(facts.sums, 'shop: sold 12,345, big 9007199254740993');
});

test('the price is reported, and whether AWS charges it', async () => {
  const made = await madeRun({ drives: [{ seconds: [{ requests: 10 }] }] });
  const priceOf = (cost: RunDocument['cost']): string | undefined =>
    Object.fromEntries(reportOfRun({ ...made, cost }, 7).facts).price;
  const cost = { ...made.cost, dollars: 2.5 };
  assert.equal(priceOf(cost), 'free on this machine, $2.50 in AWS');
  const estimate = { ...made.cost.estimate, dollars: 2 };
  assert.equal(
    priceOf({ ...cost, charged: true, estimate }),
    '$2.50 for this run in AWS, $2.00 estimated before the run',
  );
  const { estimate: only } = made.cost;
  assert.equal(priceOf({ estimate: only } as RunDocument['cost']), undefined);
});

test('each limit that was judged has a line of its own, and of many the first ones', async () => {
  const run = await madeRun({ drives: [{ seconds: well(2) }] });
  const [verdict] = run.verdicts;
  const judged = (count: number) => {
    const verdicts = Array.from({ length: count }, (_, at) => ({
      ...verdict,
      criterion: 'meanResponseTime',
      limit: (at + 1) * 1e6,
      isDefault: false,
    }));
    const { facts } = reportOfRun({ ...run, verdicts: verdicts as RunDocument['verdicts'] }, 7);
    return facts.slice(facts.findIndex(([name]) => name === 'limits')).filter(([name]) => name !== 'price');
  };
  assert.deepEqual(
    judged(2).map(([name]) => name),
    ['limits', ''],
  );
  assert.match(judged(2)[1]?.[1] ?? '', /below 2ms \(main \/ browse\)$/);
  assert.equal(judged(12).length, 11);
  assert.equal(judged(12).at(-1)?.[1], '2 more are in the run document');
});

test('users who may wait for a session are under no limit', async () => {
  const run = await madeRun({ drives: [{ seconds: well(2) }] });
  const [verdict] = run.verdicts;
  const judged = (passed: boolean): string | undefined => {
    const limit = { ...verdict, criterion: 'sessionLimit', metric: null, limit: 5, isDefault: false, passed };
    const report = reportOfRun({ ...run, verdicts: [limit] as unknown as RunDocument['verdicts'] }, 7);
    return Object.fromEntries(report.facts).limits;
  };
  assert.deepEqual([true, false].map(judged), [
    'users above 5 at the same time wait (main)',
    'at most 5 users at once (main)',
  ]);
});

test('a document of an older release is reported with what it has', async () => {
  const document = JSON.parse(
    JSON.stringify(await madeRun({ drives: [{ seconds: well(10, failing(400)) }] })),
    (name, value) =>
      ['failed', 'p95ResponseTime', 'sessionTime', 'unhealthy', 'isDefault', 'advice'].includes(name) &&
      typeof value !== 'string'
        ? undefined
        : value,
  );
  delete document.total;
  const lines = reportLines(reportOfRun(document, 7), paint);
  assert.match(lines[0] ?? '', /^made {2}failed/);
  assert.match(lines.find((line) => line.includes('browse')) ?? '', / - .* 4,000 +1.00µs$/);
});

/** A run whose first phase started `started` of its ten users, and whose second phase never began. */
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
    invalid: 3,
    failed: 3,
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
