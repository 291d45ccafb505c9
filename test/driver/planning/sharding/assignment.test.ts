import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Phase } from '../../../../lib/driver/model/benchmark.ts';
import { plannedPhase } from '../../../../lib/driver/planning/planned-phase.ts';
import { assignmentOf } from '../../../../lib/driver/planning/sharding/assignment.ts';
import { benchmark, phase, planned, steady, target } from '../benchmarks.ts';

/** The assignment of one drive is the part of the plan that this drive performs. */

const connections = (core: number, max: number, buffer: number) => ({
  ...target(core, max),
  connections: { core, max, buffer, keepAliveMs: 5 },
});

test('a plan of another release is refused with both formats and the next step', () => {
  const plan = planned(benchmark([phase('main', steady(100))]), { shards: 1 });
  assert.throws(() => assignmentOf({ ...plan, version: 1 as 2 }, 0, 0, 0), {
    code: 'PLAN_FORM',
    message:
      'another release of Downpour made the plan of this burst: the plan has format 1, and this release needs format 2; start the burst again',
  });
  assert.equal(assignmentOf(plan, 0, 0, 0).shards, 1);
});

suite('connections of a shard', () => {
  type Cut = { readonly core: number; readonly max: number; readonly buffer: number };
  const table: readonly [sentence: string, whole: Cut, shards: number, cuts: readonly Cut[]][] = [
    ['all of them on one shard', { core: 4, max: 9, buffer: 3 }, 1, [{ core: 4, max: 9, buffer: 3 }]],
    [
      'a part of each number on several',
      { core: 4, max: 9, buffer: 3 },
      2,
      [
        { core: 2, max: 4, buffer: 1 },
        { core: 2, max: 5, buffer: 2 },
      ],
    ],
    [
      'one at least, where any is wanted',
      { core: 1, max: 2, buffer: 1 },
      2,
      [
        { core: 1, max: 1, buffer: 1 },
        { core: 1, max: 1, buffer: 1 },
      ],
    ],
    [
      'no spare ones where none are wanted',
      { core: 6, max: 6, buffer: 0 },
      2,
      [
        { core: 3, max: 3, buffer: 0 },
        { core: 3, max: 3, buffer: 0 },
      ],
    ],
  ];
  for (const [sentence, { core, max, buffer }, shards, cuts] of table) {
    test(sentence, () => {
      const plan = planned(
        benchmark([phase('a', steady(100))], { targets: [connections(core, max, buffer)] }),
        { shards },
      );
      const found = cuts.map((_, shard) => assignmentOf(plan, 0, shard, 0).targets[0]);
      assert.deepEqual(
        found.map((each) => each?.shardConnections),
        cuts,
      );
      assert.ok(
        found.every((each) => each?.connections.keepAliveMs === 5 && each.key === 'http://shop:8080'),
      );
    });
  }

  test('stay in order and add up, whatever is written', () => {
    const number = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(number, number, number, fc.integer({ min: 1, max: 20 }), (a, b, c, shards) => {
        const [core = 0, buffer = 0, max = 0] = [a, b, c].sort((x, y) => x - y);
        const plan = planned(
          benchmark([phase('a', steady(1000))], { targets: [connections(core, max, buffer)] }),
          { shards },
        );
        const cuts = Array.from({ length: shards }, (_, shard) => assignmentOf(plan, 0, shard, 0)).flatMap(
          ({ targets }) => targets.map(({ shardConnections }) => shardConnections),
        );
        const sum = (name: 'core' | 'max' | 'buffer'): number =>
          cuts.reduce((total, cut) => total + cut[name], 0);
        assert.ok(cuts.every((cut) => cut.core <= cut.max && cut.buffer <= cut.max && cut.buffer > 0));
        if (max >= shards) assert.equal(sum('max'), max);
        // When a maximum is divided among shards, a share may be smaller by one than the shard's share of
        // core or buffer.
        if (core >= shards) assert.ok(sum('core') <= core && sum('core') > core - shards);
        if (buffer >= shards) assert.ok(sum('buffer') <= buffer && sum('buffer') > buffer - shards);
      }),
    );
  });

  test('are divided by the phases that run at once', () => {
    const plan = planned(
      benchmark([phase('a', steady(100)), phase('b', steady(100))], { targets: [connections(10, 20, 6)] }),
      { shards: 1 },
    );
    assert.deepEqual(assignmentOf(plan, 1, 0, 0).targets[0]?.shardConnections, {
      core: 5,
      max: 10,
      buffer: 3,
    });
  });
});

test('A drive gets its place, its segment, its users and its sessions', () => {
  const plan = planned(
    benchmark([
      phase('open', steady(7), { maxSessions: 9 }),
      phase('closed', { kind: 'always', users: 5 }, { maxSessions: 5 }),
    ]),
    { shards: 2, segmentMsMax: 5_000, seed: 3 },
  );
  const { targets: _, phase: own, ...rest } = assignmentOf(plan, 1, 1, 1);
  assert.equal(own.name, 'closed');
  assert.deepEqual(rest, {
    phaseIndex: 1,
    shard: 1,
    shards: 2,
    segment: { index: 1, startMs: 5_000, endMs: 10_000, last: true },
    seed: 3,
    users: 3,
    maxSessions: 3,
    ergonomics: plan.benchmark.ergonomics,
  });
  const open = assignmentOf(plan, 0, 0, 0);
  assert.deepEqual([open.users, open.maxSessions, open.segment.last], [0, 4, false]);
});

test('A place that the plan does not have is refused', () => {
  const plan = planned(benchmark([phase('a', steady(7))]), { shards: 2, segmentMsMax: 5_000 });
  for (const [shard, segment] of [
    [2, 0],
    [-1, 0],
    [0, 2],
  ] as const)
    assert.throws(() => assignmentOf(plan, 0, shard, segment), /phase a has no shard/);
  assert.throws(() => plannedPhase(plan, 1), /plan of burst b has no phase with the index 1/);
});

suite('shards that are agents with threads of their own', () => {
  const agents = [4, 1, 2].map((threads, n) => ({ name: `agent-${n}`, threads }));
  const of = (own: Phase, more: Partial<Parameters<typeof planned>[1]> = {}) => {
    const plan = planned(benchmark([own], { agents, targets: [target(70, 70)] }), more);
    const { shards } = plannedPhase(plan, 0);
    return Array.from({ length: shards }, (_, shard) => assignmentOf(plan, 0, shard, 0));
  };
  const users = (own: Phase) => of(own).map((each) => each.users);

  test('get users, sessions, connections and arrivals by their threads', () => {
    const cuts = of(phase('a', steady(70), { maxSessions: 140 }));
    assert.deepEqual(
      cuts.map(({ maxSessions }) => maxSessions),
      [80, 20, 40],
    );
    assert.deepEqual(
      cuts.map(({ targets }) => targets[0]?.shardConnections.max),
      [40, 10, 20],
    );
    assert.deepEqual(
      cuts.map(({ partitions }) => partitions),
      [
        { shard: 0, shards: 7, width: 4 },
        { shard: 4, shards: 7, width: 1 },
        { shard: 5, shards: 7, width: 2 },
      ],
    );
    assert.deepEqual(users(phase('a', { kind: 'always', users: 10 })), [5, 2, 3]);
  });

  test('get as many users each of usersPerAgent', () => {
    assert.deepEqual(users(phase('a', { kind: 'always', users: 9, alike: true })), [3, 3, 3]);
  });

  test('may get no user, and are alike when they are not the agents', () => {
    assert.deepEqual(users(phase('a', { kind: 'atOnce', users: 3 })), [1, 1, 1]);
    assert.deepEqual(users(phase('a', { kind: 'atOnce', users: 2 })), [1, 1]);
    const more = of(phase('a', { kind: 'atOnce', users: 8 }), { shards: 4 });
    assert.deepEqual(
      more.map((each) => [each.users, each.partitions]),
      Array.from({ length: 4 }, () => [2, undefined]),
    );
  });
});
