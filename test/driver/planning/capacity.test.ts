import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Phase } from '../../../lib/driver/model/benchmark.ts';
import { type Capacity, drivesAtOnce } from '../../../lib/driver/planning/checks/drive-concurrency.ts';
import { defaultCeilings } from '../../../lib/driver/planning/limits.ts';
import { benchmark, order, phase, planned, steady } from './benchmarks.ts';
import { prepared } from './planned.ts';

/** A burst is rejected before its start if Lambda would not run all of its drives at once. */

const load = (name: string, body: Partial<Phase> = {}) => phase(name, steady(1_000), body);
const long = { durationMs: 1_440_000 };

suite('drives at once', () => {
  const table: readonly [string, readonly Phase[], working: number, waking: number][] = [
    ['of one phase are its shards', [load('a')], 10, 10],
    ['of a phase with few users are those that have some', [phase('a', steady(3))], 3, 3],
    ['of phases side by side add', [load('a'), load('b')], 20, 20],
    ['of a noop are none', [phase('a', { kind: 'noop' })], 0, 0],
    [
      'of phases behind each other overlap while one takes over',
      [load('a'), load('b', { startAfter: ['a'] }), load('c', { startAfter: ['b'] })],
      10,
      20,
    ],
    [
      'do not when a phase waits for the last users',
      [load('a'), load('b', { startAfterStrict: ['a'] })],
      10,
      10,
    ],
    ['of a phase with several segments are those of two', [load('a', long)], 20, 20],
    [
      'wake with the phase that theirs starts with, however late its users come',
      [load('a'), load('b', { startWith: { phases: ['a'], delayMs: 60_000 } })],
      20,
      20,
    ],
    [
      'count the heaviest that may meet',
      [
        load('a', long),
        load('b', { startAfterStrict: ['a'] }),
        phase('c', steady(4), { startAfterStrict: ['a'] }),
      ],
      20,
      20,
    ],
  ];
  for (const [name, phases, working, waking] of table)
    test(name, () => {
      const plan = planned(benchmark(phases), { shards: 10, segmentMsMax: 720_000 });
      assert.deepEqual(drivesAtOnce(plan), { working, waking });
    });
});

suite('a plan', () => {
  const findings = (capacity: Capacity | undefined, phases: readonly Phase[] = [load('a')], shards = 10) =>
    order(benchmark(phases), { shards, capacity }).findings.map(
      ({ severity, path, message, hint }) => `${severity} ${path.join('.')}: ${message}; ${hint}`,
    );
  const deployed = (drives: number): Capacity => ({ of: 'deployment', drives });
  const shared = (executions: number): Capacity => ({
    of: 'account',
    drives: Math.max(0, executions - 5),
    executions,
  });

  test('may take the whole capacity, with a warning when another burst would not fit', () => {
    assert.deepEqual(findings(undefined), []);
    assert.deepEqual(findings(deployed(13)), []);
    for (const [drives, rest] of [
      [10, 'no other run can start during this time'],
      [12, 'another run at the same time can use only 2'],
    ] as const)
      assert.deepEqual(findings(deployed(drives)), [
        `warning phases.a.usersPerSec: the run needs 10 load generators at once, and the deployment allows ${drives}, so ${rest}; deploy with a higher driveConcurrency`,
      ]);
  });

  test('that needs one more drive is refused with its place and the next step', () => {
    assert.deepEqual(findings(deployed(9)), [
      'error phases.a.usersPerSec: the run needs 10 load generators at once, but the deployment allows 9; use at most 9 shards in each phase, or deploy with a higher driveConcurrency',
    ]);
    assert.deepEqual(findings(shared(10)), [
      'error phases.a.usersPerSec: the run needs 10 load generators at once, but the AWS account allows 10 Lambda functions at once, which leaves 5 for load generators; use at most 5 shards in each phase, or request a higher quota in Service Quotas (Lambda, Concurrent executions)',
    ]);
    const [nothing] = findings(shared(4), [load('a')], 1);
    assert.match(
      nothing ?? '',
      /^error .*needs 1 load generator at once, but .* allows 4 Lambda functions at once, and the functions that control/,
    );
    assert.match(nothing ?? '', /; request a higher quota in Service Quotas/);
    assert.equal(order(benchmark([load('a')]), { shards: 10, capacity: deployed(9) }).plan, undefined);
  });

  test('names the shards that fit for several phases', () => {
    const side = [load('a'), load('b'), load('c')];
    assert.match(
      findings(deployed(29), side)[0] ?? '',
      /needs 30 load generators .*; use at most 9 shards in each phase, or/,
    );
    assert.match(findings(deployed(5), side)[0] ?? '', /; use at most 1 shard in each phase, or/);
    assert.match(findings(deployed(2), side)[0] ?? '', /; deploy with a higher/);
    const few = load('a', { arrivals: { kind: 'atOnce', users: 4 } });
    assert.match(
      findings(deployed(3), [few])[0] ?? '',
      /needs 4 load generators .*; use at most 3 shards in each phase, or/,
    );
  });

  test('is warned when its phases have room, but not while one takes over from another', () => {
    const row = [load('a'), load('b', { startAfter: ['a'] })];
    assert.match(
      findings(deployed(19), row)[0] ?? '',
      /^warning .*needs 20 load generators at once while one phase ends .* may start late; use at most 9 shards in each phase, .*startAfterStrict/,
    );
    assert.deepEqual(findings(deployed(20), row), []);
  });

  test('is warned where the capacity is not known, and not when it sends nothing', () => {
    assert.match(findings({ of: 'unknown' })[0] ?? '', /^warning .*Lambda did not report how many functions/);
    assert.deepEqual(findings({ of: 'unknown' }, [phase('a', { kind: 'noop' })]), []);
    assert.deepEqual(findings(deployed(0), [phase('a', { kind: 'noop' })]), []);
  });

  test('is compared with the capacity of each region, and warned of a region that does not report it', () => {
    const placed = {
      shards: 10,
      askedRegions: { 'eu-central-1': 1, 'us-east-1': 3, 'eu-west-1': 1 },
      regions: { home: 'eu-central-1', others: ['us-east-1', 'eu-west-1'] },
    };
    const found = (capacity: Capacity) =>
      order(benchmark([load('a')]), { ...placed, capacity }).findings.map(
        ({ severity, message, hint }) => `${severity}: ${message}; ${hint}`,
      );
    const afar = { 'us-east-1': shared(10) };
    assert.deepEqual(found({ ...shared(100), afar }), [
      'error: the run needs 6 load generators in us-east-1 at once, but the AWS account allows 10 Lambda functions at once, which leaves 5 for load generators; use at most 8 shards in each phase, or move load to other regions, or request a higher quota in Service Quotas (Lambda, Concurrent executions)',
      'warning: the run needs 2 load generators in eu-west-1 at once, but Lambda did not report how many functions the AWS account may run; read the log of the function api/burst-start, and look up the quota in Service Quotas (Lambda, Concurrent executions)',
    ]);
    const enough = { 'us-east-1': shared(100), 'eu-west-1': shared(100) };
    assert.deepEqual(found({ ...shared(100), afar: enough }), []);
    assert.match(
      found({ ...shared(6), afar: enough })[0] ?? '',
      /^error: the run needs 2 load generators at once/,
    );
    assert.match(found(deployed(5))[0] ?? '', /^error: the run needs 6 load generators in us-east-1 at once/);
  });

  test('names the line of its document', () => {
    const text = [
      ...['name: n', 'http: { host: http://shop }', 'phases:', '- main:', '    constantRate:'],
      ...[
        '      usersPerSec: 1000',
        '      duration: 1s',
        '      scenario: [ a: [ httpRequest: { GET: / } ] ]',
        '',
      ],
    ].join('\n');
    const { problems } = prepared(text, { shards: 10, capacity: deployed(9), segmentMsMax: 720_000 });
    const [problem] = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual([problem?.line, problem?.message.slice(0, 20)], [6, 'the run needs 10 loa']);
  });
});

suite('the ceilings of a caller', () => {
  const messages = (ownLimits: Parameters<typeof order>[1]) =>
    order(benchmark([load('a'), load('b')]), ownLimits).findings.map(
      ({ message, hint }) => `${message}; ${hint}`,
    );

  test('decides where it is less than what the deployment allows, and says whose it is', () => {
    assert.deepEqual(messages({ ownLimits: { usersPerSecMax: 2_000, durationMsMax: 10_000 } }), []);
    assert.deepEqual(messages({ ownLimits: { usersPerSecMax: 1_999, durationMsMax: 9_000 } }), [
      'the highest rate of all phases that may run at the same time is 2000 users/s, but this API key allows at most 1999 users/s; make the benchmark smaller, or use an API key with the limit usersPerSecMax=2000',
      'the length of the run is 10 s, but this API key allows at most 9 s; make the benchmark smaller, or use an API key with the limit durationMsMax=10000',
    ]);
  });

  test('raises nothing', () => {
    const limits = { ...defaultCeilings, usersPerSecMax: 1_000 };
    const [refusal] = messages({ limits, ownLimits: { usersPerSecMax: 5_000 } });
    assert.match(
      refusal ?? '',
      /this machine allows at most 1000 users\/s; make the benchmark smaller, or set DOWNPOUR_CEILINGS=/,
    );
  });
});
