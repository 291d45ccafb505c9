import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { judge } from '../../../lib/driver/judging/sla.ts';
import type { Phase } from '../../../lib/driver/model/benchmark.ts';
import { type RunDocument, type RunRecord, runDocument } from '../../../lib/driver/run/document.ts';
import type { RunPhase } from '../../../lib/driver/run/run-record.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { summarise } from '../../../lib/driver/statistics/histograms/summary-statistics.ts';
import { type MergedPhase, Merger } from '../../../lib/driver/statistics/merge.ts';
import type { MachineSecond, Outcome } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { joinRows, RowsWriter } from '../../../lib/driver/statistics/wire/rows.ts';
import { readRun } from '../../../lib/report/read-run.ts';
import { runSchema } from '../../../lib/schema-uris.ts';
import { completed, wholeOf } from '../statistics/partials.ts';
import { even, main, mergedOf, phaseOf, planOf, recordOf, t0 } from './records.ts';

const schema = JSON.parse(readFileSync(new URL('../../../schema/run.schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
const ms = 1e6;

function documentOf(record: RunRecord): RunDocument {
  const document = runDocument(record);
  assert.ok(valid(JSON.parse(JSON.stringify(document))), JSON.stringify(valid.errors, null, 1));
  return document;
}

test('a metric of a step counts the limits that it broke itself', () => {
  const merger = new Merger('main');
  const recorder = new Recorder();
  for (const [metric, step] of [
    ['browse', 0],
    ['browse', 1],
    ['buy', 0],
  ] as const) {
    const tally = recorder.metric(metric, step).at(1);
    Object.assign(tally.counters, { requests: 1, responses: 1 });
    tally.recordLatency(2e9);
  }
  merger.accept(wholeOf(recorder));
  const merged = merger.result();
  const slas = [{ limits: [[0.9, 1e9]] as const }];
  const verdicts = judge([{ step: 1, slas }], merged);
  const { stats } = documentOf(
    recordOf({ phases: [{ status: 'TERMINATED', t0, endedAt: t0 + 20_000, merged, verdicts }] }),
  );
  assert.deepEqual(
    stats.map(({ metric, stepId, total }) => [metric, stepId, total.failures]),
    [
      ['browse', 0, 0],
      ['browse', 1, 1],
      ['buy', 0, 0],
    ],
  );
});

test('Each second of a phase has the state of the machine', () => {
  const merger = new Merger('main');
  const own = { phase: 'main', shard: 0, segment: 0, lease: 'l', outcome: completed() };
  merger.accept(
    new Recorder().partial({ ...own, machine: [{ second: 1, stallNs: 60 * ms, idlePermille: 250 }] }),
  );
  const { phases } = documentOf(
    recordOf({
      phases: [{ status: 'TERMINATED', t0, endedAt: t0 + 20_000, merged: merger.result(), verdicts: [] }],
    }),
  );
  assert.deepEqual(phases[0]?.machine, [{ timestamp: t0 + 1000, stall: 60 * ms, idle: 0.25 }]);
});

test('Responses are in the seconds in which they came', () => {
  const merger = new Merger('main');
  for (const shard of [0, 1]) {
    const recorder = new Recorder();
    for (const endedNs of [0, 2.1e9, 3e9]) recorder.metric('browse', 0).answered(endedNs);
    merger.accept(recorder.partial({ phase: 'main', shard, segment: 0, lease: 'l', outcome: completed() }));
  }
  const { phases } = documentOf(
    recordOf({
      phases: [{ status: 'TERMINATED', t0, endedAt: t0 + 20_000, merged: merger.result(), verdicts: [] }],
    }),
  );
  assert.deepEqual(phases[0]?.answered, [
    { timestamp: t0, responses: 2 },
    { timestamp: t0 + 2000, responses: 4 },
  ]);
});

test('Each second reports what its drives saw of themselves, and each shard what it was over all of its phases', () => {
  const partialOf = (phase: string, shard: number, segment: number, machine: readonly MachineSecond[]) => {
    const recorder = new Recorder();
    const tally = recorder.metric('browse', 0).at(1);
    tally.counters.requests += 1;
    tally.recordLateness(3 * ms);
    tally.recordService(9 * ms);
    const own = { phase, shard, segment, lease: `l${shard}/${segment}`, outcome: completed() };
    return recorder.partial({ ...own, machine });
  };
  const mergers = ['one', 'two'].map((name) => new Merger(name));
  const seen = { gcNs: 4 * ms, descriptors: 30, descriptorsPermille: 20, sockets: 7 };
  mergers[0]?.accept(partialOf('one', 0, 0, [{ second: 1, cpuPermille: 990, ...seen }]));
  mergers[0]?.accept(partialOf('one', 0, 1, [{ second: 2, cpuPermille: 100, stallNs: 60 * ms }]));
  mergers[0]?.accept(partialOf('one', 1, 0, [{ second: 1, cpuPermille: 300, sockets: 9 }]));
  mergers[1]?.accept(partialOf('two', 0, 0, [{ second: 1, cpuPermille: 110, gcNs: 1 * ms }]));
  const phases = mergers.map(
    (merger): RunPhase => ({
      status: 'TERMINATED',
      t0,
      endedAt: t0 + 9_000,
      merged: merger.result(),
      verdicts: [],
    }),
  );
  const plan = planOf([phaseOf('one', even), phaseOf('two', even)]);
  const document = documentOf(recordOf({ plan, phases }));
  const [, second] = document.phases[0]?.machine ?? [];
  assert.ok(Math.abs((document.phases[0]?.machine[0]?.lateness ?? 0) - 3 * ms) < 0.1 * ms);
  assert.deepEqual(
    { ...document.phases[0]?.machine[0], lateness: 0 },
    {
      timestamp: t0 + 1000,
      stall: 0,
      idle: 1,
      cpu: 0.99,
      gc: 4 * ms,
      descriptors: 30,
      sockets: 9,
      lateness: 0,
      unhealthy: 'loaded',
    },
  );
  assert.deepEqual(second, { timestamp: t0 + 2000, stall: 60 * ms, idle: 1, cpu: 0.1 });
  assert.deepEqual(
    document.agents.map(({ name, health }) => [name, health]),
    [
      [
        'shard-0',
        {
          cpuMax: 0.99,
          cpuMean: 0.4,
          stallMax: 60 * ms,
          gcTotal: 5 * ms,
          descriptorsMax: 30,
          socketsMax: 7,
        },
      ],
      ['shard-1', { cpuMax: 0.3, cpuMean: 0.3, stallMax: 0, gcTotal: 0, descriptorsMax: 0, socketsMax: 9 }],
    ],
  );
});

test('Counts of handlers are in the extensions, and a stopwatch is in the stats but not in the total', () => {
  const recorder = new Recorder();
  const location = recorder.metric('browse', 0);
  const tally = location.at(1);
  tally.counters.requests += 1;
  tally.counters.responses += 1;
  tally.recordLatency(2 * ms);
  location.count(1, { key: 'exact_status', type: 'counters' }, 'status_200', 1);
  location.count(1, { key: 'transfer', type: 'transfersize' }, 'sent', 70);
  recorder.measure('browse', 9).time(1, 8 * ms, true);
  const merger = new Merger('main');
  merger.accept(wholeOf(recorder));
  const merged = merger.result();
  const { stats, total } = documentOf(
    recordOf({ phases: [{ status: 'TERMINATED', t0, endedAt: t0 + 20_000, merged, verdicts: [] }] }),
  );
  const [request, watch] = stats;
  const { extensions } = request?.total.summary ?? {};
  assert.deepEqual(extensions, {
    http: extensions?.http,
    bytes: extensions?.bytes,
    exact_status: { '@type': 'counters', status_200: 1 },
    transfer: { '@type': 'transfersize', sent: 70, received: 0 },
  });
  assert.deepEqual(request?.series[0]?.extensions, extensions);
  assert.deepEqual([watch?.stepId, watch?.total.summary.requestCount], [9, 1]);
  assert.deepEqual([request?.isRequest, watch?.isRequest], [true, false]);
  assert.equal(total?.histograms.latency, request?.histograms.latency);
  assert.deepEqual(
    [total?.summary.requestCount, total?.summary.maxResponseTime],
    [1, request?.total.summary.maxResponseTime],
  );
});

test("Times without the generator's own delay are in the fields of response times and judge the limits, and latency is a further field", () => {
  const recorder = new Recorder(() => {}, true);
  const tally = recorder.metric('browse', 0).at(1);
  tally.counters.requests += 1;
  tally.counters.responses += 1;
  tally.recordLatency(900 * ms);
  tally.recordUncompensated(2 * ms);
  const merger = new Merger('main');
  merger.accept(wholeOf(recorder));
  const merged = merger.result();
  const verdicts = judge([{ step: 0, slas: [{ meanResponseTimeNs: 3 * ms }] }], merged);
  assert.equal(verdicts[0]?.passed, true);
  const { stats, total, agents } = documentOf(
    recordOf({ phases: [{ status: 'TERMINATED', t0, endedAt: t0 + 20_000, merged, verdicts }] }),
  );
  const [entry] = stats;
  const inMs = (ns: number | undefined): number => Math.round((ns ?? 0) / ms);
  const summaries = [
    entry?.total.summary,
    entry?.series[0],
    total?.summary,
    agents[0]?.stats[0]?.total.summary,
  ];
  for (const summary of summaries) assert.equal(inMs(summary?.maxResponseTime), 2);
  assert.deepEqual([inMs(entry?.p95ResponseTime), inMs(entry?.histogram.percentiles.at(-1)?.to)], [2, 2]);
  for (const each of [entry, total, agents[0]?.stats[0]])
    assert.ok(inMs(each !== undefined && 'latency' in each ? each.latency?.max : 0) >= 900);
  assert.equal('latency' in (documentOf(recordOf()).stats[0] ?? {}), false);
});

test('A document keeps to its schema, whatever became of the run', () => {
  const missed: Partial<Outcome> = { result: 'missed', started: 0 };
  const failed: Partial<Outcome> = { result: 'failed', reason: 'step threw', errors: ['no variable x'] };
  const phases = (merged: MergedPhase | undefined): RunRecord['phases'] => [
    {
      status: 'TERMINATED',
      t0,
      endedAt: t0 + 20_000,
      ...(merged === undefined ? {} : { merged }),
      verdicts: [],
    },
  ];
  const three = planOf([
    main,
    phaseOf('later', { kind: 'always', users: 3 }),
    phaseOf('all', { kind: 'noop' }),
  ]);
  const table: readonly [name: string, record: RunRecord, state: RunDocument['state'], suspect: boolean][] = [
    ['a good run', recordOf(), 'passed', false],
    ['limits that hold', recordOf({}, [{ limits: [[0.99, 9e9]], errorRatio: 0.1 }]), 'passed', false],
    ['a broken limit', recordOf({}, [{ limits: [[0.5, 1e9]] }]), 'failed', false],
    ['a missed shard', recordOf({ phases: phases(mergedOf('main', [{}, missed])) }), 'inconclusive', true],
    ['a lost shard', recordOf({ phases: phases(mergedOf('main', [{}])) }), 'incomplete', true],
    ['nothing came back', recordOf({ phases: phases(undefined) }), 'incomplete', true],
    ['a drive that failed', recordOf({ phases: phases(mergedOf('main', [{}, failed])) }), 'failed', false],
    [
      'late by 50 ms where a request takes seconds',
      recordOf({ phases: phases(mergedOf('main', [{}, {}], 50 * ms)) }),
      'passed',
      false,
    ],
    [
      'late by more than that bears',
      recordOf({ phases: phases(mergedOf('main', [{}], 150 * ms)) }),
      'incomplete',
      true,
    ],
    [
      'a stall',
      recordOf({ phases: phases(mergedOf('main', [{}, { stallNsMax: 300 * ms }])) }),
      'passed',
      true,
    ],
    [
      'stopped',
      recordOf({ stopped: 'somebody pressed Ctrl-C', description: 'try', params: { rate: '2' } }),
      'stopped',
      false,
    ],
    [
      'phases that never started',
      recordOf({
        plan: three,
        phases: [
          {
            status: 'TERMINATED',
            t0,
            merged: mergedOf('main', [{}, {}]),
            failed: 'no connection',
            verdicts: [],
          },
          { status: 'CANCELLED', endedAt: t0, verdicts: [] },
          { status: 'CANCELLED', endedAt: t0, verdicts: [] },
        ],
      }),
      'failed',
      false,
    ],
  ];
  for (const [name, record, state, suspect] of table) {
    const document = documentOf(record);
    assert.deepEqual([document.state, document.health.suspect], [state, suspect], name);
    assert.equal(document.failures.length > 0, state === 'failed', name);
  }
  const isSuspect = (stallNsMax: number) =>
    documentOf(recordOf({ phases: phases(mergedOf('main', [{}, { stallNsMax }])) })).phases[0]?.suspect;
  assert.deepEqual([isSuspect(0), isSuspect(300 * ms)], [false, true]);
});

test('Percentiles, throughput and delivery come from all shards together', () => {
  const document = documentOf(recordOf());
  const [entry] = document.stats;
  assert.ok(entry !== undefined);
  const latency = Histogram.decode(entry.histograms.latency ?? '');
  assert.deepEqual(entry.total.summary.percentileResponseTime, summarise(latency).percentiles);
  assert.equal(latency.count, 20);
  // Half of the values are 1 s, and half are 2 s. The median is the lower value, and the 90th percentile the
  // higher.
  assert.ok(entry.total.summary.percentileResponseTime['50.0'] < 1.01e9);
  assert.ok(entry.total.summary.percentileResponseTime['90.0'] > 1.99e9);
  assert.equal(entry.total.summary.responseCount, 20);
  assert.equal(entry.throughput, 1);
  assert.equal(entry.series.length, 10);
  assert.deepEqual([entry.series[9]?.startTime, entry.series[9]?.endTime], [t0 + 9000, t0 + 10_000]);
  assert.deepEqual(entry.total.maxSessions, 4);
  assert.equal(entry.total.summary.extensions.bytes.received, 2000);
  const [phase] = document.phases;
  assert.deepEqual([phase?.delivery.planned, phase?.delivery.started, phase?.delivery.fraction], [20, 20, 1]);
  assert.deepEqual(
    document.agents.map(({ name, stats }) => [name, stats[0]?.total.summary.requestCount]),
    [
      ['shard-0', 10],
      ['shard-1', 10],
    ],
  );
  assert.deepEqual(document.agentCpu, { main: { 'shard-0': '2.5 %', 'shard-1': '2.5 %' } });
});

test('The time that users took is in nanoseconds, as every time', () => {
  const [phase] = recordOf().phases;
  const recorder = new Recorder();
  recorder.sessionTime(90e9);
  const outcome = completed();
  const partial = recorder.partial({ phase: 'main', shard: 0, segment: 0, lease: 'l0', outcome });
  const merger = new Merger('main');
  merger.accept(partial);
  const [entry] = documentOf(recordOf({ phases: [{ ...phase!, merged: merger.result() }] })).phases;
  const { count, min, mean, max, percentiles } = entry?.sessionTime ?? assert.fail('no session time');
  assert.equal(count, 1);
  for (const ns of [min, mean, max, percentiles['50.0']]) assert.ok(Math.abs(ns - 90e9) < 1e9, `${ns}`);
  assert.equal(documentOf(recordOf()).phases[0]?.sessionTime, null);
});

test('Users of all shards are counted in each second, and the time that they waited is in nanoseconds', () => {
  const [phase] = recordOf().phases;
  const merger = new Merger('main');
  for (const shard of [0, 1]) {
    const recorder = new Recorder();
    for (const dueNs of [1e9, 1.5e9, 2e9]) recorder.users.due(dueNs);
    for (const atNs of [1e9, 1.5e9 + shard * 1e9]) recorder.users.started(atNs);
    recorder.users.waited(1.5e9, 1.5e9 + shard * 1e9);
    recorder.users.waited(2e9, 10e9);
    const outcome = completed();
    merger.accept(recorder.partial({ phase: 'main', shard, segment: 0, lease: `l${shard}`, outcome }));
  }
  const [entry] = documentOf(recordOf({ phases: [{ ...phase!, merged: merger.result() }] })).phases;
  assert.deepEqual(entry?.users, [
    { timestamp: t0, due: 2, started: 2, waited: 0, wait: 0 },
    { timestamp: t0 + 1000, due: 4, started: 1, waited: 4, wait: 8e9 },
    { timestamp: t0 + 2000, due: 0, started: 1, waited: 0, wait: 0 },
  ]);
  const { count, max } = entry?.sessionWait ?? assert.fail('nobody waited');
  assert.equal(count, 4);
  assert.ok(Math.abs(max - 8e9) < 0.1e9, `${max}`);
  const [quiet] = documentOf(recordOf()).phases;
  assert.deepEqual([quiet?.users, quiet?.sessionWait], [[], null]);
});

test('Metrics come by phase and name, whatever order the phases ran in', () => {
  const names = ['b', 'c', 'a'];
  const plan = planOf(names.map((name) => phaseOf(name, main.arrivals)));
  const phases = names.map((name) => {
    const merged = mergedOf(name, [{}, {}]);
    const more = new RowsWriter();
    const tally = new Tally();
    tally.counters.requests = 1;
    for (const step of [2, 1]) more.add({ metric: 'buy', step, second: 0 }, tally);
    return {
      status: 'TERMINATED' as const,
      t0,
      endedAt: t0 + 20_000,
      merged: { ...merged, rows: joinRows([merged.rows, more.take()]) },
      verdicts: [],
    };
  });
  assert.deepEqual(
    documentOf(recordOf({ plan, phases })).stats.map(
      ({ name, metric, stepId }) => `${name} ${metric} ${stepId}`,
    ),
    ['a', 'b', 'c'].flatMap((name) => [`${name} browse 0`, `${name} buy 1`, `${name} buy 2`]),
  );
});

test('A document names its run', () => {
  const { info, commit, version, cost, plan } = documentOf(
    recordOf({ commit: 'abc', params: { a: 'b' }, description: 'try', stopped: 'enough' }),
  );
  assert.deepEqual(
    [info.id, info.benchmark, info.params, info.description, info.cancelled, commit, version],
    ['b1', 'shop', { a: 'b' }, 'try', true, 'abc', '0.1.0'],
  );
  assert.deepEqual([info.startTime, info.terminateTime], [t0 - 5000, t0 + 21_000]);
  assert.deepEqual([cost.estimate.dollars, plan.shards, plan.phases[0]?.durationMs], [0.01, 2, 10_000]);
  const plain = documentOf(recordOf());
  assert.deepEqual([plain.commit, plain.info.params, plain.info.cancelled], ['', {}, false]);
  assert.ok(!('description' in plain.info));
});

test('A failure record has the percentiles of what failed, in order, and the place in time', () => {
  const [failure] = documentOf(recordOf({}, [{ limits: [[0.9, 1.5e9]], windowMs: 2000 }])).failures;
  assert.ok(failure !== undefined);
  assert.deepEqual(Object.keys(failure.percentileResponseTime), ['50.0', '90.0', '99.0', '99.9', '99.99']);
  assert.ok(failure.percentileResponseTime['90.0'] >= 2e9);
  assert.deepEqual([failure.phase, failure.metric, failure.end - failure.start], ['main', 'browse', 2000]);
  assert.match(failure.message, /the limit is 1.5 s \(from \d s to \d s\)$/);
});

test('The distributions add up and end at 100 %, once', () => {
  const [entry] = documentOf(recordOf()).stats;
  for (const buckets of [entry?.histogram.percentiles ?? [], entry?.histogram.linear ?? []]) {
    assert.equal(
      buckets.reduce((sum, { count }) => sum + count, 0),
      20,
    );
    assert.equal(buckets.at(-1)?.totalCount, 20);
    assert.equal(buckets.filter(({ percentile }) => percentile >= 1).length, 1);
    assert.equal(buckets.at(-1)?.percentile, 1);
    assert.ok(buckets.every(({ from, to }) => from <= to));
  }
});

test('Every property of the schema is described', () => {
  const undescribed: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties, ...others } = node as { readonly properties?: Readonly<Record<string, object>> };
    for (const [name, property] of Object.entries(properties ?? {})) {
      if (!('description' in property) && !('$ref' in property)) undescribed.push(`${path}.${name}`);
    }
    for (const [name, child] of Object.entries({ ...properties, ...others })) visit(child, `${path}.${name}`);
  };
  visit(schema, '');
  assert.deepEqual(undescribed, []);
});

test('The document names the URI that the repository knows, and older documents another', () => {
  const run = documentOf(recordOf());
  assert.equal(run.$schema, runSchema);
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
  for (const $schema of [runSchema, 'schema/run.schema.json', 'urn:downpour:schema:run']) {
    const text = JSON.stringify({ ...run, $schema });
    assert.equal(validate(JSON.parse(text)), true, JSON.stringify(validate.errors));
    assert.equal(readRun(text, 'run.json').info.benchmark, 'shop');
  }
  assert.equal(validate(JSON.parse(JSON.stringify({ ...run, $schema: 'another' }))), false);
});

test('A phase that begins later than its conditions say is reported, beyond a margin', () => {
  const after = (changed: Partial<Phase>) => phaseOf('after', even, changed);
  const noticesAt = (phase: Phase, lateMs: number) =>
    documentOf(
      recordOf({
        plan: planOf([main, phase]),
        phases: [
          {
            status: 'TERMINATED',
            t0,
            endedAt: t0 + 20_001,
            merged: mergedOf('main', [{}, {}]),
            verdicts: [],
          },
          {
            status: 'TERMINATED',
            t0: t0 + 10_000 + lateMs,
            endedAt: t0 + 40_000,
            merged: mergedOf('after', [{}, {}]),
            verdicts: [],
          },
        ],
      }),
    ).notices.map(({ phase: name, message }) => `${name}: ${message}`);
  const late = 'after: this phase began 6.2 s later than planned, because its shards were not ready earlier';
  assert.deepEqual(noticesAt(after({ startAfter: ['main'] }), 6_200), [late]);
  assert.deepEqual(noticesAt(after({ startAfter: ['main'] }), 900), []);
  assert.deepEqual(noticesAt(after({ startWith: { phases: ['main'], delayMs: 10_000 } }), 6_200), [late]);
  assert.deepEqual(noticesAt(after({}), 6_200), [], 'an instant of its own');
  const both = (startTimeMs: number) => after({ startAfter: ['main'], startTimeMs });
  assert.deepEqual(noticesAt(both(16_000), 6_200), [], 'its instant is behind the end of the other phase');
  assert.deepEqual(noticesAt(both(5_000), 6_200), [late]);
});
