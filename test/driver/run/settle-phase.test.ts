import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Defaults } from '../../../lib/driver/judging/criteria.ts';
import type { ConnectionStrategy } from '../../../lib/driver/model/benchmark.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import { assignmentOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import { usersDue, usersPlanned } from '../../../lib/driver/planning/sharding/users-planned.ts';
import { type BestEffortSink, mergeDrives } from '../../../lib/driver/run/merge-drives.ts';
import { settlePhase } from '../../../lib/driver/run/settle-phase.ts';
import type { Counters, Partial as DrivePartial, Outcome } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { mergeUsers, type UserSecond } from '../../../lib/driver/statistics/users.ts';
import { countIn, rowsIn } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { completed } from '../statistics/partials.ts';
import { planFrom } from './records.ts';

/**
 * A phase is settled from the results of drives that had a lease. The limits of the document are judged
 * before the default limits.
 */

function partial(
  shard: number,
  counters: Partial<Counters> = {},
  outcome: Partial<Outcome> = {},
  lease = `l${shard}`,
): DrivePartial {
  const recorder = new Recorder();
  const tally = recorder.metric('browse', 0).at(0);
  Object.assign(tally.counters, { requests: 10, responses: 10, status2xx: 10 }, counters);
  for (let request = 0; request < 10; request += 1) tally.recordLatency(1e6);
  return recorder.partial({ phase: 'main', shard, segment: 0, lease, outcome: completed(outcome) });
}

async function* each(partials: readonly DrivePartial[]) {
  yield* partials;
}

type Settling = {
  readonly plan?: Plan;
  readonly partials: readonly DrivePartial[];
  readonly defaults?: Defaults;
  readonly leases?: ReadonlyMap<string, string>;
};

const bothLeases = new Map([
  ['0/0', 'l0'],
  ['1/0', 'l1'],
]);

const settle = ({ plan = planFrom({ shards: 2 }), partials, defaults = {}, leases = bothLeases }: Settling) =>
  settlePhase(plan, 0, each(partials), leases, defaults);

suite('partials', () => {
  test('count under the lease that was given out, and under no other', async () => {
    const ours = [partial(0), partial(1)];
    const { merged, incomplete } = await settle({ partials: [...ours, partial(0, {}, {}, 'stale')] });
    assert.deepEqual([merged.drives.length, merged.refused.length, incomplete], [2, 0, undefined]);
    const one = await settle({ partials: ours, leases: new Map([['1/0', 'l1']]) });
    assert.deepEqual(
      one.merged.drives.map(({ shard }) => shard),
      [1],
    );
    assert.equal(one.incomplete, '1 shard was lost');
  });

  test('that are missing or of drives that came too late leave their users due, and those of a stop do not', async () => {
    const plan = planFrom({ shards: 2 });
    const [first, second] = [0, 1].map((shard) => usersPlanned(assignmentOf(plan, 0, shard, 0)));
    assert.ok(first !== undefined && second !== undefined);
    assert.notDeepEqual(first, second, 'each shard draws its own users');
    const cases: readonly [partials: readonly DrivePartial[], users: readonly UserSecond[]][] = [
      [[], mergeUsers([...first, ...second])],
      [[partial(0), partial(1, {}, { result: 'missed' })], second],
      [[partial(1)], first],
      [[partial(0), partial(1, {}, { result: 'stopped', reason: 'by ada' })], []],
      [[partial(0), partial(1)], []],
    ];
    for (const [partials, users] of cases)
      assert.deepEqual((await settle({ plan, partials })).merged.users, users);
    assert.ok(usersDue(mergeUsers([...first, ...second])) > 60, 'of a hundred on average');
  });

  test('that are missing make the phase incomplete, without blame', async () => {
    const cases: readonly [partials: readonly DrivePartial[], incomplete: string | undefined][] = [
      [[], '2 shards were lost'],
      [[partial(0), partial(1, {}, { result: 'missed' })], '1 shard was ready too late and sent nothing'],
      [[partial(0), partial(1, {}, { result: 'stopped', reason: 'by ada' })], 'a shard stopped: by ada'],
      [[partial(0, {}, { result: 'stopped' })], '1 shard was lost; a shard stopped: it reported no reason'],
    ];
    for (const [partials, expected] of cases) {
      const { incomplete, failed } = await settle({ partials });
      assert.deepEqual([incomplete, failed], [expected, undefined]);
    }
  });
});

test('a merge at best effort counts no piece of a damaged part, and reports its drives', async () => {
  const damaged = { ...partial(1), sessionTime: 'damaged' };
  const unread: unknown[] = [];
  const bestEffort: BestEffortSink = {
    unread: (drives, error) => unread.push(...drives.map(({ shard }) => [shard, error instanceof Error])),
  };
  const parts = each([partial(0), damaged]);
  const merged = await mergeDrives(planFrom({ shards: 2 }), 0, parts, bothLeases, bestEffort);
  assert.deepEqual(
    merged.drives.map(({ shard }) => shard),
    [0],
  );
  assert.equal(countIn(merged.rows, 'requests'), 10);
  assert.deepEqual(unread, [[1, true]]);
});

suite('a phase fails', () => {
  const half = [partial(0, { failed: 5, invalid: 5, status5xx: 5 }), partial(1)];

  test('by a limit of the document, not by a default one', async () => {
    const defaults = { failedRatio: 0.01 };
    const judged = await settle({ partials: half, defaults });
    assert.equal(judged.failed, undefined);
    assert.deepEqual(
      judged.verdicts.map(({ criterion, passed }) => [criterion, passed]),
      [['failedRatio', false]],
    );
    const written = await settle({
      plan: planFrom({ shards: 2, sla: '{ invalidRatio: 0.2 }' }),
      partials: half,
      defaults,
    });
    assert.match(written.failed ?? '', /^browse: 25 % of 20 requests were marked invalid/);
    assert.deepEqual([written.version, written.phase], [1, 0]);
  });

  test('by a drive, before any limit', async () => {
    const plan = planFrom({ shards: 2, sla: '{ invalidRatio: 0.2 }' });
    const [first = partial(0)] = half;
    const broken = (reason?: string) =>
      settle({ plan, partials: [first, partial(1, {}, { result: 'failed', reason })] });
    assert.equal((await broken('no host')).failed, 'no host');
    assert.equal((await broken()).failed, 'a shard failed');
  });

  test('by the session limit, which belongs to no metric', async () => {
    const { failed } = await settle({
      partials: [partial(0, {}, { sessionLimitExceeded: true, throttled: 3 }), partial(1)],
    });
    assert.match(failed ?? '', /^Exceeded session limit: 3 users/);
  });
});

suite('waiting for connections', () => {
  const waiting = [partial(0, { blockedNs: 1e9 }), partial(1, { blockedNs: 1e9 })];
  const defaults = { blockedRatio: 0.01 };
  const advice = async (plan: Plan) =>
    (await settle({ plan, partials: waiting, defaults })).verdicts[0]?.advice;

  test('is judged by default only in a phase that does not warm up', async () => {
    const criteria = async (isWarmup: boolean) =>
      (
        await settle({
          plan: planFrom({ shards: 2, isWarmup }),
          partials: waiting,
          defaults: { ...defaults, failedRatio: 1 },
        })
      ).verdicts.map(({ criterion }) => criterion);
    assert.deepEqual(await criteria(false), ['failedRatio', 'blockedRatio']);
    assert.deepEqual(await criteria(true), ['failedRatio']);
  });

  const having = (plan: Plan, connectionStrategy: ConnectionStrategy): Plan => {
    const targets = plan.benchmark.targets.map((target) => ({ ...target, connectionStrategy }));
    return { ...plan, benchmark: { ...plan.benchmark, targets } };
  };

  test('is judged by default only where users share connections, and reports what they share', async () => {
    const judged = async (how: ConnectionStrategy, sla?: string) => {
      const plan = having(planFrom({ shards: 2, ...(sla === undefined ? {} : { sla }) }), how);
      return (await settle({ plan, partials: waiting, defaults })).verdicts.map(({ advice }) => advice ?? '');
    };
    assert.deepEqual(await judged('OPEN_ON_REQUEST'), []);
    assert.deepEqual(await judged('ALWAYS_NEW'), []);
    const [shared = ''] = await judged('SESSION_POOLS');
    assert.match(
      shared,
      /raise pipeliningLimit, .*raise sharedConnections \(each shard .* 10 of the 20 connections\)$/,
    );
    const [own = ''] = await judged('OPEN_ON_REQUEST', '{ blockedRatio: 0.01 }');
    assert.match(own, /share its one connection: raise pipeliningLimit/);
    assert.doesNotMatch(own, /sharedConnections|each shard/);
  });

  test('comes with the connections of one shard, where shards divide them', async () => {
    const plan = planFrom({ shards: 2 });
    assert.match((await advice(plan)) ?? '', /\(each shard of this phase had 10 of the 20 connections\)$/);
    assert.match((await advice({ ...plan, concurrency: [3] })) ?? '', /had 3 of the 20 connections\)$/);
    assert.match((await advice({ ...plan, concurrency: [40] })) ?? '', /had 1 of the 20 connections\)$/);
    const [only] = plan.phases;
    const whole = { ...plan, phases: [{ ...only!, shards: 1 }] };
    assert.match((await advice(whole)) ?? '', /in the sla of the step$/);
    const [target] = plan.benchmark.targets;
    const two = {
      ...plan,
      benchmark: { ...plan.benchmark, targets: [target!, { ...target!, key: 'other' }] },
    };
    assert.match((await advice(two)) ?? '', /in the sla of the step$/);
  });
});

test('A phase that the plan does not have is refused', async () => {
  await assert.rejects(
    settlePhase(planFrom({ shards: 1 }), 1, each([]), new Map(), {}),
    /no phase with the index 1/,
  );
});

test('A limit of the phase for a metric of its own fails the phase', async () => {
  const plan = planFrom({ shards: 2 });
  const [phase, ...others] = plan.benchmark.phases;
  assert.ok(phase);
  const settled = (metric: string) => {
    const customSlas = [{ metric, slas: [{ errorRatio: 0.1 }] }];
    const phases = [{ ...phase, customSlas }, ...others];
    const own = {
      ...plan,
      benchmark: { ...plan.benchmark, phases },
      phases: plan.phases.map((each) => ({ ...each, requests: [] })),
    };
    return settle({ plan: own, partials: [partial(0, { connectionErrors: 9 }), partial(1)] });
  };
  assert.match((await settled('browse')).failed ?? '', /^browse: 45 % of 20 requests ended in an error/);
  assert.equal((await settled('other')).failed, undefined);
});

suite('the kept measurements of a phase', () => {
  const recorder = new Recorder();
  for (let second = 0; second < 1200; second += 1)
    recorder.metric('browse', 0).at(second).counters.requests += 1;
  const long = recorder.partial({ phase: 'main', shard: 0, segment: 0, lease: 'l0', outcome: completed() });

  /** Settles a phase of this length and number of shards that ran next to another phase. */
  async function keptBeside(durationMs: number, shards: number) {
    const plan = planFrom({ shards: 1 });
    const [phase, phasePlan] = [plan.benchmark.phases[0]!, plan.phases[0]!];
    const other = { ...phase, name: 'other', durationMs };
    const { merged } = await settle({
      plan: {
        ...plan,
        benchmark: { ...plan.benchmark, phases: [phase, other] },
        phases: [phasePlan, { ...phasePlan, index: 1, name: 'other', shards }],
      },
      partials: [long],
    });
    const rows = merged.shards[0]?.rows;
    return [merged.bucketS ?? 1, rowsIn(merged.rows), rows && rowsIn(rows)];
  }

  test('is its part of what a run may keep, by its length', async () => {
    const day = 86_400_000;
    assert.deepEqual(await keptBeside(10_000, 1), [1, 1200, 1200]);
    assert.deepEqual(await keptBeside(day, 1), [5, 240, undefined], 'a thousand cells are left to any phase');
    assert.deepEqual(await keptBeside(day, 0), [1, 1200, 1200], 'a phase that drives nothing keeps nothing');
  });
});
