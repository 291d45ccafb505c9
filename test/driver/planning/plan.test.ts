import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Benchmark, Phase } from '../../../lib/driver/model/benchmark.ts';
import { phasePlanAt } from '../../../lib/driver/planning/find-phase-plan.ts';
import { graphOf } from '../../../lib/driver/planning/graph.ts';
import { defaultCeilings } from '../../../lib/driver/planning/limits.ts';
import { overlapOf } from '../../../lib/driver/planning/overlap.ts';
import { parseCeilings } from '../../../lib/driver/planning/parse-ceilings.ts';
import { planTable } from '../../../lib/driver/planning/plan-table.ts';
import { plannedPhase } from '../../../lib/driver/planning/planned-phase.ts';
import { assignmentOf, connectionsOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import {
  agents,
  benchmark,
  firstPhase,
  order,
  phase,
  planned,
  requestStep,
  steady,
  target,
} from './benchmarks.ts';

/**
 * A plan divides a benchmark into shards and segments, which together are the whole benchmark. It rejects a
 * benchmark above a ceiling.
 */

suite('shards', () => {
  const table: [string, Benchmark, number | undefined, number][] = [
    ['a small load is one shard', benchmark([phase('a', steady(10))]), undefined, 1],
    [
      '4,000 requests/s are a shard',
      benchmark([phase('a', steady(8_001), { maxSessions: 100 })]),
      undefined,
      3,
    ],
    [
      '850 users at once are a shard',
      benchmark([phase('a', { kind: 'always', users: 1_701 })]),
      undefined,
      3,
    ],
    ['an agent is a shard', benchmark([phase('a', steady(10))], { agents: agents(4) }), undefined, 4],
    ['asking wins over agents', benchmark([phase('a', steady(10))], { agents: agents(4) }), 2, 2],
    ['no more shards than users', benchmark([phase('a', { kind: 'atOnce', users: 3 })]), 8, 3],
    ['no more shards than users per second', benchmark([phase('a', steady(2.5), { maxSessions: 50 })]), 8, 3],
    [
      'no more shards than users in a short phase',
      benchmark([phase('a', steady(5_000), { durationMs: 1 })]),
      8,
      5,
    ],
    ['no more shards than sessions', benchmark([phase('a', steady(50), { maxSessions: 5 })]), 8, 5],
    ['a noop phase has none', benchmark([phase('a', { kind: 'noop' })]), 8, 0],
  ];
  for (const [sentence, of, shards, expected] of table) {
    test(sentence, () => {
      const plan = planned(of, shards === undefined ? {} : { shards });
      assert.deepEqual([plannedPhase(plan, 0).shards, plan.shards], [expected, Math.max(1, expected)]);
    });
  }

  test('users, sessions and connections of all shards add up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 300 }),
        fc.nat(400),
        (shards, users, spare) => {
          const of = benchmark([phase('a', { kind: 'always', users }, { maxSessions: users })], {
            targets: [target(shards + spare, shards + spare)],
          });
          const plan = planned(of, { shards });
          const cuts = Array.from({ length: plannedPhase(plan, 0).shards }, (_, shard) =>
            assignmentOf(plan, 0, shard, 0),
          );
          const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
          assert.equal(sum(cuts.map((cut) => cut.users)), users);
          assert.equal(sum(cuts.map((cut) => cut.maxSessions)), users);
          assert.equal(
            sum(cuts.flatMap((cut) => cut.targets.map(({ shardConnections }) => shardConnections.max))),
            shards + spare,
          );
        },
      ),
    );
  });
});

suite('segments', () => {
  test('cover the duration without gap or overlap, none longer than allowed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 500, max: 720_000 }),
        (durationMs, segmentMsMax) => {
          fc.pre(durationMs / segmentMsMax < 9_000);
          const { segments } = firstPhase(benchmark([phase('a', steady(1), { durationMs })]), {
            segmentMsMax,
            shards: 1,
          });
          assert.equal(segments.at(0)?.startMs, 0);
          assert.equal(segments.at(-1)?.endMs, durationMs);
          segments.forEach(({ startMs, endMs, last, index }) => {
            assert.ok(endMs - startMs <= segmentMsMax && endMs > startMs);
            assert.equal(last, index === segments.length - 1);
            // The state machine computes this instant from the length of the first segment, so both must
            // agree.
            assert.equal(startMs, index * (segments.at(0)?.endMs ?? 0));
          });
        },
      ),
    );
  });

  test('never reach a Lambda time limit, whatever is requested', () => {
    const { segments } = firstPhase(benchmark([phase('a', steady(1), { durationMs: 3_600_000 })]), {
      segmentMsMax: 1e9,
    });
    assert.equal(segments.length, 5);
  });

  test('a phase without a duration is one segment that ends as it begins', () => {
    const { segments } = firstPhase(
      benchmark([phase('a', { kind: 'atOnce', users: 5 }, { durationMs: undefined })]),
    );
    assert.deepEqual(segments, [{ index: 0, startMs: 0, endMs: 0, last: true }]);
  });
});

suite('overlap', () => {
  const diamond = [
    phase('warm', steady(7)),
    phase('left', steady(10), { startAfter: ['warm'] }),
    phase('right', steady(20), { startAfterStrict: ['warm'] }),
    phase('pause', { kind: 'noop' }, { startAfter: ['left', 'right'] }),
    phase('end', steady(25), { startAfter: ['pause'] }),
  ];

  test('connections are divided by the phases that can run at once', () => {
    const plan = planned(benchmark(diamond));
    assert.deepEqual(plan.concurrency, [1, 2, 2, 1, 1]);
    assert.deepEqual(
      [0, 1, 2, 4].map((index) => connectionsOf(plannedPhase(plan, index), 100)),
      [100, 50, 50, 100],
    );
  });

  test('the peak is that of the heaviest phases that can run at once', () => {
    const weights = new Map(diamond.map(({ name }, index) => [name, [7, 10, 20, 0, 25][index] ?? 0]));
    assert.equal(
      overlapOf(diamond).heaviest(({ name }) => weights.get(name) ?? 0),
      30,
    );
  });

  test('a phase that starts with another runs at the same time, unless that is over by then', () => {
    const beside = (delayMs: number, more: Partial<Phase> = {}) => [
      phase('warm', steady(1)),
      phase('one', steady(1), { startAfter: ['warm'], durationMs: 5_000, ...more }),
      phase('two', steady(1), { startWith: { phases: ['one'], delayMs } }),
    ];
    assert.deepEqual(overlapOf(beside(0)).widths, [1, 2, 2]);
    assert.deepEqual(overlapOf(beside(4_999)).widths, [1, 2, 2]);
    assert.deepEqual(overlapOf(beside(5_000)).widths, [1, 1, 1]);
    const unknown = beside(5_000, { arrivals: { kind: 'atOnce', users: 1 } });
    assert.deepEqual(overlapOf(unknown).widths, [1, 2, 2]);
  });

  test('the length of a run counts the delay behind a start', () => {
    const phases = [
      phase('a', steady(1), { startTimeMs: 1_000, durationMs: 2_000 }),
      phase('b', steady(1), { startWith: { phases: ['a'], delayMs: 7_000 }, durationMs: 4_000 }),
    ];
    const longest = (durationMsMax: number) =>
      order(benchmark(phases), { limits: { ...defaultCeilings, durationMsMax } }).findings.length;
    assert.deepEqual([longest(12_000), longest(11_999)], [0, 1]);
  });

  test('the heaviest set equals an exhaustive search', () => {
    const graphs = fc.array(fc.record({ weight: fc.nat(50), after: fc.array(fc.nat(), { maxLength: 2 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(graphs, (nodes) => {
        const phases = nodes.map(({ after }, index) =>
          phase(`p${index}`, steady(1), { startAfter: index === 0 ? [] : after.map((n) => `p${n % index}`) }),
        );
        const before = new Map<string, ReadonlySet<string>>();
        for (const { name, startAfter } of phases)
          before.set(name, new Set(startAfter.flatMap((direct) => [direct, ...(before.get(direct) ?? [])])));
        const weightOf = ({ name }: Phase): number => nodes[Number(name.slice(1))]?.weight ?? 0;
        let heaviest = 0;
        for (let bits = 0; bits < 2 ** phases.length; bits++) {
          const set = phases.filter((_, index) => bits & (1 << index));
          if (set.some((a) => set.some((b) => before.get(a.name)?.has(b.name)))) continue;
          heaviest = Math.max(
            heaviest,
            set.reduce((sum, each) => sum + weightOf(each), 0),
          );
        }
        assert.ok(Math.abs(overlapOf(phases).heaviest(weightOf) - heaviest) < 1e-6);
      }),
    );
  });

  test('too few connections are raised to one per shard, with a warning that names the total', () => {
    const { plan, findings } = order(benchmark([phase('a', steady(100))], { targets: [target(1, 1)] }), {
      shards: 4,
    });
    assert.deepEqual(
      findings.map(({ severity, hint }) => [severity, hint]),
      [['warning', 'set sharedConnections to 4, or use fewer shards']],
    );
    assert.ok(plan);
    assert.deepEqual(
      assignmentOf(plan, 0, 3, 0).targets.map(({ shardConnections }) => shardConnections),
      [{ core: 1, max: 1, buffer: 0 }],
    );
  });
});

suite('ceilings', () => {
  const table: [string, Benchmark, number, RegExp][] = [
    [
      'rate',
      benchmark([phase('a', steady(30_000)), phase('b', steady(30_000))]),
      30,
      /highest rate .* 60000 users\/s/,
    ],
    ['users', benchmark([phase('a', { kind: 'always', users: 500_001 })]), 900, /number of users/],
    [
      'duration',
      benchmark([phase('a', steady(1), { durationMs: 13 * 3_600_000 })]),
      1,
      /length of the run is 46800 s/,
    ],
    ['shards', benchmark([phase('a', { kind: 'always', users: 2_000 })]), 1_001, /number of shards is 1001/],
    ['price', benchmark([phase('a', steady(900), { durationMs: 11 * 3_600_000 })]), 900, /estimated price/],
    [
      'drives',
      benchmark([phase('a', steady(900), { durationMs: 3 * 3_600_000 })]),
      900,
      /load generators, but at most 10000 are allowed/,
    ],
    [
      'phases',
      benchmark(Array.from({ length: 101 }, (_, i) => phase(`p${i}`, steady(1)))),
      1,
      /number of phases and forks is 101/,
    ],
  ];
  for (const [name, of, shards, message] of table) {
    test(`a burst over the ceiling of ${name} has no plan`, () => {
      const { plan, findings } = order(of, { shards });
      assert.equal(plan, undefined);
      assert.ok(
        findings.some((each) => each.severity === 'error' && message.test(each.message)),
        JSON.stringify(findings),
      );
    });
  }

  test('a deployment names its own', () => {
    assert.deepEqual(parseCeilings('usersPerSecMax=5, dollarsMax=0.5'), {
      ...defaultCeilings,
      usersPerSecMax: 5,
      dollarsMax: 0.5,
    });
    assert.deepEqual(parseCeilings(''), defaultCeilings);
    assert.throws(() => parseCeilings('usersMax=5'), /unknown, expected one of usersPerSecMax/);
    assert.throws(() => parseCeilings('dollarsMax=lots'), /above 0/);
  });
});

suite('the use of a plan', () => {
  const of = benchmark([
    phase('p/a', steady(10), { durationMs: 5_000 }),
    phase('p/b', { kind: 'atOnce', users: 4 }, { startTimeMs: 2_000 }),
    phase(
      'p',
      { kind: 'noop' },
      { startAfter: ['p/a', 'p/b'], covers: ['p/a', 'p/b'], durationMs: undefined },
    ),
    phase(
      'next',
      { kind: 'increasingRate', initialUsersPerSec: 1, targetUsersPerSec: 9, variance: true },
      { startAfter: ['p'] },
    ),
  ]);

  test('the graph has conditions by index, known durations, and the phases that a noop covers', () => {
    const graph = graphOf(planned(of, { shards: 2 }));
    assert.deepEqual(
      graph.map(({ durationMs, covers, startAfter, shards }) => ({ durationMs, covers, startAfter, shards })),
      [
        { durationMs: 5_000, covers: [], startAfter: [], shards: 2 },
        { durationMs: undefined, covers: [], startAfter: [], shards: 2 },
        { durationMs: 0, covers: [0, 1], startAfter: [0, 1], shards: 0 },
        { durationMs: 10_000, covers: [], startAfter: [2], shards: 2 },
      ],
    );
  });

  test('a node of the graph has everything that the conductor asks', () => {
    const pause = phase(
      'x',
      { kind: 'noop' },
      { startAfter: ['y', 'x/a', 'xy/a'], startAfterStrict: ['y'], covers: ['x/a'] },
    );
    const phases = [
      phase('y', steady(4), { durationMs: 30_000, startAfter: [] }),
      phase('x/a', { kind: 'atOnce', users: 4 }, { startTimeMs: 1_500, startAfter: ['y', 'gone'] }),
      phase('xy/a', steady(1), { startWith: { phases: ['y', 'x/a'], delayMs: 500 } }),
      pause,
    ];
    assert.deepEqual(graphOf(planned(benchmark(phases), { shards: 2, segmentMsMax: 20_000 })), [
      {
        name: 'y',
        noop: false,
        startTimeMs: 0,
        startAfter: [],
        startAfterStrict: [],
        covers: [],
        durationMs: 30_000,
        shards: 2,
        segments: 2,
        segmentMs: 15_000,
      },
      {
        name: 'x/a',
        noop: false,
        startTimeMs: 1_500,
        startAfter: [0],
        startAfterStrict: [],
        covers: [],
        shards: 2,
        segments: 1,
        segmentMs: 0,
      },
      {
        name: 'xy/a',
        noop: false,
        startTimeMs: 0,
        startAfter: [],
        startAfterStrict: [],
        covers: [],
        startWith: { phases: [0, 1], delayMs: 500 },
        durationMs: 10_000,
        shards: 1,
        segments: 1,
        segmentMs: 10_000,
      },
      {
        name: 'x',
        noop: true,
        startTimeMs: 0,
        startAfter: [0, 1, 2],
        startAfterStrict: [0],
        covers: [1],
        durationMs: 10_000,
        shards: 0,
        segments: 0,
        segmentMs: 0,
      },
    ]);
  });

  test('a row of the table has the numbers of its phase, and the share of each target', () => {
    const second = { ...target(7, 7), key: 'http://other:80' };
    const phases = [
      phase('a', steady(10), { durationMs: 9_000 }),
      phase(
        'b',
        { kind: 'atOnce', users: 1 },
        { startTimeMs: 1_500, startAfter: ['a'], startAfterStrict: ['a'], durationMs: undefined },
      ),
    ];
    const beside = [0, 2_500].map((delayMs) =>
      phase(`c${delayMs}`, steady(1), { startWith: { phases: ['a'], delayMs } }),
    );
    assert.deepEqual(
      planTable(planned(benchmark([...phases, ...beside])))
        .slice(2)
        .map(({ start }) => start),
      ['with a', '2.5 s after the start of a'],
    );
    const plan = planned(benchmark(phases, { targets: [target(9, 9), second] }), {
      shards: 4,
      segmentMsMax: 4_000,
    });
    assert.deepEqual(planTable(plan), [
      {
        name: 'a',
        load: '10 users/s, evenly spaced',
        usersPerSec: { initial: 10, target: 10 },
        start: 'at once',
        startMs: 0,
        durationMs: 9_000,
        shards: 4,
        segments: 3,
        expectedArrivals: 90,
        connections: [
          { target: 'http://shop:8080', perShard: 3 },
          { target: 'http://other:80', perShard: 2 },
        ],
      },
      {
        name: 'b',
        load: '1 user',
        start: 'at 1.5 s, after a, after the users of a',
        startMs: 9_000,
        shards: 1,
        segments: 1,
        expectedArrivals: 1,
        connections: [
          { target: 'http://shop:8080', perShard: 9 },
          { target: 'http://other:80', perShard: 7 },
        ],
      },
    ]);
  });

  test('the plan has the facts of its request', () => {
    const {
      phases: _,
      estimate: __,
      ...rest
    } = planned(of, { shards: 3, seed: 77, plannedAt: 4711, burst: 'x' });
    assert.deepEqual(rest, {
      version: 2,
      burst: 'x',
      seed: 77,
      shards: 3,
      plannedAt: 4711,
      benchmark: of,
      concurrency: [2, 2, 1, 1],
    });
  });

  test('a phase has the limits of its request steps', () => {
    const slas = [{ errorRatio: 0.5 }];
    const request = requestStep({ step: 7, slas });
    const scenario = {
      initial: ['a'],
      maxRequests: 1,
      sequences: [{ name: 'a', concurrency: 0, steps: [{ step: 'noop', body: {} }, request] }],
    };
    const { phases } = planned(
      benchmark([phase('a', steady(1), { scenario }), phase('b', { kind: 'noop' }, { scenario: undefined })]),
    );
    assert.deepEqual(
      phases.map(({ requests }) => requests.map((each) => [each.step, each.slas])),
      [[[7, slas]], []],
    );
  });

  test('an open phase has no fixed users on any shard, and a drive is one of the plan', () => {
    const plan = planned(benchmark([phase('a', steady(10))]), { shards: 2 });
    assert.deepEqual(
      [0, 1].map((shard) => assignmentOf(plan, 0, shard, 0).users),
      [0, 0],
    );
    for (const [shard, segment] of [
      [-1, 0],
      [2, 0],
      [0, 1],
    ] as const)
      assert.throws(
        () => assignmentOf(plan, 0, shard, segment),
        new RangeError(`a bug in Downpour: phase a has no shard ${shard} in segment ${segment}`),
      );
  });

  test('a plan knows its phases by their index', () => {
    const plan = planned(of);
    assert.equal(plannedPhase(plan, 3).phase.name, 'next');
    assert.equal(plannedPhase(plan, 3).concurrency, 1);
    for (const index of [-1, 4]) {
      assert.throws(
        () => plannedPhase(plan, index),
        new RangeError(`a bug in Downpour: the plan of burst b has no phase with the index ${index}`),
      );
      assert.throws(
        () => phasePlanAt(plan, index),
        new RangeError(`a bug in Downpour: the plan of the burst has no phase with the index ${index}`),
      );
    }
    assert.equal(phasePlanAt(plan, 3), plan.phases[3]);
  });

  test('the table shows each phase in words', () => {
    const rows = planTable(planned(of, { shards: 2 }));
    assert.deepEqual(
      rows.map(({ name, load, start, connections }) => [name, load, start, connections[0]?.perShard]),
      [
        ['p/a', '10 users/s, evenly spaced', 'at once', 25],
        ['p/b', '4 users', 'at 2 s', 25],
        ['p', '', 'after p/a, after p/b', undefined],
        ['next', '1 to 9 users/s', 'after p', 50],
      ],
    );
  });

  test('arrivals are counted where they are known', () => {
    const { phases, estimate } = planned(of);
    assert.deepEqual(
      phases.map((each) => each.plannedArrivals),
      [50, 4, 0, undefined],
    );
    assert.equal(phases.at(3)?.expectedArrivals, 50);
    assert.equal(estimate.requestsPerUser, 1);
    assert.ok(estimate.dollars > 0);
  });
});
