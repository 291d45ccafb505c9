import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { handler as mergeGroup } from '../../../functions/driver/merge-group.ts';
import { handler as settle } from '../../../functions/driver/settle.ts';
import { burstStores } from '../../../functions/stores.ts';
import { phaseAt, startConducting } from '../../../lib/driver/conducting/state.ts';
import { assignmentOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import { groupsFor } from '../../../lib/driver/planning/sharding/merge-groups.ts';
import { usersDue, usersPlanned } from '../../../lib/driver/planning/sharding/users-planned.ts';
import type { Flush } from '../../../lib/driver/progress/flush.ts';
import type { Live } from '../../../lib/driver/progress/live.ts';
import { deliveryOf } from '../../../lib/driver/run/delivery.ts';
import type { PhaseResult } from '../../../lib/driver/run/settle-phase.ts';
import type { UserSecond } from '../../../lib/driver/statistics/users.ts';
import { countIn, rowsIn } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { node, scheduled } from '../../driver/conducting/graphs.ts';
import { main, planOf } from '../../driver/run/records.ts';
import { partialOf } from '../../driver/statistics/partials.ts';
import { burstRecord } from '../burst-record.ts';
import { openMemory } from '../memory.ts';

/**
 * Drives are merged in groups. Lost drives count with the parts that they stored. The results of a phase with
 * load are never lost.
 */

const memory = openMemory();
const seen = (second: number, metric = 'browse') => ({
  metric,
  step: 0,
  second,
  latencyNs: 1e6,
  valid: true,
});

/** Stores a burst of one phase. Each of the delivered shards has one request in each of ten seconds. */
function driven(id: string, shards: number, delivered: readonly number[]): void {
  memory.records.set(id, burstRecord(id));
  memory.plans.set(id, { ...planOf([main], shards), burst: id });
  const state = startConducting({
    graph: [node('main')],
    failurePolicy: 'CANCEL',
    leadMs: 2_000,
    startedAt: Date.now(),
  });
  memory.conductors.set(id, {
    version: 1,
    state: { ...state, phases: [scheduled({ t0: 1_000, readyAt: 900 })], origin: 1_000 },
  });
  for (let shard = 0; shard < shards; shard += 1)
    memory.leases.set(`${id} 0/${shard}/0`, { lease: `l${shard}` });
  for (const shard of delivered) {
    const observations = Array.from({ length: 10 }, (_, second) => seen(second));
    memory.partials.set(`${id} 0/${shard}/0`, partialOf(observations, { shard, lease: `l${shard}` }));
  }
}

/** A stored part (flush) of a shard up to a second: one request in each second since the previous part. */
function flushed(
  id: string,
  shard: number,
  number: number,
  fromS: number,
  untilS: number,
  lease = `l${shard}`,
): void {
  const observations = Array.from({ length: untilS - fromS }, (_, at) => seen(fromS + at));
  const { outcome: _, ...partial } = partialOf(observations, { shard, lease });
  const flush: Flush = {
    ...partial,
    users: Array.from({ length: untilS }, (_, second) => [second, 1, 1, 0, 0] as const),
    untilS,
    startedAt: 1_000,
    skewMs: 2,
    notices: ['said before'],
  };
  memory.flushes.set(`${id} 0/${shard}/0 ${number}`, flush);
}

const all = (shards: number): number[] => Array.from({ length: shards }, (_, shard) => shard);

async function settled(burst: string, groups = 0, rest = false): Promise<PhaseResult> {
  await settle({ burst, phase: 0, groups, rest });
  const result = memory.results.get(`${burst} 0`);
  assert.ok(result);
  return result;
}

suite('Settle over groups', () => {
  const groups = groupsFor(100);

  test('gives what Settle over drives gives', async () => {
    driven('b-tree', 100, all(100));
    driven('b-flat', 100, all(100));
    for (let group = 0; group < groups; group += 1)
      await mergeGroup({ burst: 'b-tree', phase: 0, groups, group });
    const { objects } = burstStores();
    const { partial } = objects;
    objects.partial = () => assert.fail('all is in the groups');
    const tree = await settled('b-tree', groups);
    objects.partial = partial;
    assert.deepEqual(tree, await settled('b-flat'));
    assert.deepEqual([tree.merged.drives.length, countIn(tree.merged.rows, 'requests')], [100, 1_000]);
    assert.equal(phaseAt(memory.conductors.get('b-tree')!.state, 0).status, 'TERMINATED');
  });

  test('merges the drives of a group that could not be merged by itself', async () => {
    driven('b-gap', 100, all(100));
    for (let group = 0; group < groups; group += 1)
      if (group !== 3) await mergeGroup({ burst: 'b-gap', phase: 0, groups, group });
    const { merged, incomplete } = await settled('b-gap', groups);
    assert.deepEqual([merged.drives.length, incomplete], [100, undefined]);
  });
});

suite('a drive that never delivered', () => {
  test('counts with the flushes that it stored under its lease, and the run states how much was measured and lost', async () => {
    driven('b-wrote', 2, [0]);
    flushed('b-wrote', 1, 0, 0, 3);
    flushed('b-wrote', 1, 1, 3, 7);
    const { bursts } = burstStores();
    const { lastLive } = bursts;
    bursts.lastLive = async () => ({ totals: { requests: 9 } }) as Live;
    const result = await settled('b-wrote');
    bursts.lastLive = lastLive;
    const { merged, incomplete } = result;
    assert.equal(countIn(merged.rows, 'requests'), 10 + 7);
    const { outcome } = merged.drives[1] ?? assert.fail('it is a drive of the run');
    const { result: ended, planned, started, lost, skewMs, notices } = outcome;
    assert.deepEqual(
      [ended, started, lost, skewMs, notices],
      ['lost', 7, { measuredS: 7, unreported: 2 }, 2, ['said before']],
    );
    assert.deepEqual([outcome.startedAt, outcome.terminatedAt], [1_000, 8_000]);
    assert.equal(
      incomplete,
      '1 shard was lost (shard 1 segment 0 was measured for 7 s, and at least 2 requests after that are not in the numbers)',
    );
    const plan = memory.plans.get('b-wrote')!;
    const delivery = deliveryOf(plan.phases[0]!, main.arrivals, merged);
    assert.deepEqual(delivery.lost, [{ shard: 1, segment: 0, measuredS: 7, unreported: 2 }]);
    assert.ok(delivery.fraction < 1 && planned > 7, 'the rest of its users stays asked');
    // The planned users of the plan. For the first seven seconds the run has the users of the stored parts,
    // which are one in each second. For all later seconds it has those of the plan.
    const requested = usersPlanned(assignmentOf(plan, 0, 1, 0));
    const dueIn = (users: readonly UserSecond[], isLater: boolean): number =>
      usersDue(users.filter(([second]) => second >= 7 === isLater));
    assert.equal(dueIn(merged.users, false), 7);
    assert.equal(dueIn(merged.users, true), dueIn(requested, true));
    assert.equal(planned, usersDue(requested));
  });

  test('does not count with what another lease wrote down, nor with what is behind a gap', async () => {
    driven('b-stale', 3, [0]);
    flushed('b-stale', 1, 0, 0, 5, 'of another');
    flushed('b-stale', 2, 1, 5, 9);
    const { merged, incomplete } = await settled('b-stale');
    assert.deepEqual([countIn(merged.rows, 'requests'), merged.drives.length], [10, 1]);
    assert.equal(incomplete, '2 shards were lost');
  });

  test('counts with its partial when there is one, whatever it wrote down before', async () => {
    driven('b-both', 1, [0]);
    flushed('b-both', 0, 0, 0, 5);
    const { merged, incomplete } = await settled('b-both');
    assert.deepEqual([countIn(merged.rows, 'requests'), incomplete], [10, undefined]);
  });

  test('is read by its flushes, however many there are', async () => {
    driven('b-long', 1, []);
    for (let number = 0; number < 40; number += 1) flushed('b-long', 0, number, number, number + 1);
    assert.equal(countIn((await settled('b-long')).merged.rows, 'requests'), 40);
  });
});

suite('Settle of the rest', () => {
  test('keeps totals of what can be read, and reports what cannot', async () => {
    driven('b-rest', 4, all(4));
    // The stored bytes end within their last row. Some rows would be added before the error is detected.
    const broken = memory.partials.get('b-rest 0/1/0')!;
    memory.partials.set('b-rest 0/1/0', { ...broken, rows: broken.rows.subarray(0, -1) });
    const { objects } = burstStores();
    const { partial } = objects;
    objects.partial = async (burst, phase, shard, segment) => {
      if (shard === 2) throw new Error('the store has lost it');
      return partial(burst, phase, shard, segment);
    };
    await assert.rejects(settle({ burst: 'b-rest', phase: 0, groups: 0, rest: false }), /has lost it/);
    assert.equal(memory.results.has('b-rest 0'), false);
    const { merged, notices, incomplete } = await settled('b-rest', 0, true);
    objects.partial = partial;
    assert.deepEqual([countIn(merged.rows, 'requests'), merged.shards.length], [20, 2]);
    assert.ok(merged.shards.every(({ totals, rows }) => rowsIn(totals) === 0 && rows === undefined));
    assert.match(incomplete ?? '', /^2 shards were lost/);
    assert.deepEqual(notices?.slice(1), [
      'the measurements of 2 load generators could not be read, so the run does not contain these measurements',
    ]);
    assert.match(notices?.[0] ?? '', /^the measurements of this phase could only be added up/);
  });

  test('reads the drives of a group that is broken', async () => {
    driven('b-broken', 100, all(100));
    const { objects } = burstStores();
    const { group } = objects;
    objects.group = async () => {
      throw new Error('these measurements are not whole');
    };
    const { merged, notices } = await settled('b-broken', groupsFor(100), true);
    objects.group = group;
    assert.deepEqual([merged.drives.length, notices?.length], [100, 1]);
  });
});
