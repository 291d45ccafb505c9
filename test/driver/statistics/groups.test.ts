import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { drivesOf, drivesOfGroup, groupsFor } from '../../../lib/driver/planning/sharding/merge-groups.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { keeping } from '../../../lib/driver/statistics/limits.ts';
import { type MergedPhase, Merger } from '../../../lib/driver/statistics/merge.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { packMerged, unpackMerged } from '../../../lib/store/measurement-format.ts';
import { recordOf } from '../run/records.ts';
import { type Observation, partialOf } from './partials.ts';

/** Drives that are merged in groups give the same result as drives that are merged one by one. */

const observation = fc.record<Observation>({
  metric: fc.constantFrom('browse', 'buy'),
  step: fc.nat(1),
  second: fc.nat(40),
  latencyNs: fc.integer({ min: 1_000, max: 3_000_000_000 }),
  valid: fc.boolean(),
});
const machine = fc
  .uniqueArray(
    fc.record({
      second: fc.nat(40),
      stallNs: fc.constantFrom(0, 2_000_000_000),
      idlePermille: fc.constantFrom(5, 500),
    }),
    { selector: ({ second }) => second, maxLength: 5 },
  )
  .map((seconds): Partial['machine'] => seconds.map((each) => ({ ...each })));
const drive = fc.record({ observations: fc.array(observation, { maxLength: 15 }), machine });
const bounds = fc.record({
  cellsMax: fc.constantFrom(4, 20, 1e5),
  shardCellsMax: fc.constantFrom(3, 30, 1e4),
  shardTotalsMax: fc.constantFrom(2, 8, 1e4),
  shardSessionsMax: fc.constantFrom(1, 1e4),
});

function gather(within: object, add: (merger: Merger) => void): MergedPhase {
  const merger = new Merger('main', { ...keeping, ...within });
  add(merger);
  return merger.result();
}

function runOf(merged: MergedPhase): string {
  const record = recordOf();
  const [phase] = record.phases;
  assert.ok(phase);
  return JSON.stringify(runDocument({ ...record, phases: [{ ...phase, merged }] }));
}

suite('groups', () => {
  test('give the same run for any drives in any order, byte for byte, whatever is left out of it', () => {
    fc.assert(
      fc.property(
        fc.array(drive, { minLength: 1, maxLength: 7 }),
        bounds,
        fc.array(fc.nat(3), { minLength: 7, maxLength: 7 }),
        fc.boolean(),
        (drives, within, groupOf, reversed) => {
          const partials = drives.map(({ observations, machine: seconds }, at) =>
            partialOf(observations, {
              // Each two consecutive drives are two segments of one shard.
              shard: at >> 1,
              segment: at & 1,
              machine: seconds,
              sessionTimesNs: observations.map(({ latencyNs }) => latencyNs),
            }),
          );
          const alone = gather(within, (merger) => {
            for (const partial of partials) merger.accept(partial);
          });
          const groups = [0, 1, 2, 3].map((group) =>
            gather(within, (merger) => {
              for (const [at, partial] of partials.entries())
                if (groupOf[at] === group) merger.accept(partial);
            }),
          );
          if (reversed) groups.reverse();
          const together = gather(within, (merger) => {
            for (const group of groups) merger.absorb(unpackMerged(packMerged(group)).merged);
          });
          assert.deepEqual(together, alone);
          assert.equal(runOf(together), runOf(alone));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('count once, and a drive in two of them is a mistake', () => {
    const one = partialOf([], { shard: 0 });
    const both = [one, partialOf([], { shard: 1 })];
    const group = gather({}, (merger) => void merger.accept(one));
    const larger = gather({}, (merger) => both.map((partial) => merger.accept(partial)));
    const merger = new Merger('main');
    assert.deepEqual([merger.absorb(group), merger.absorb(group)], ['accepted', 'repeated']);
    const misplaced = (error: unknown): boolean =>
      error instanceof DownpourError && error.code === 'PARTIAL_MISPLACED';
    assert.throws(() => merger.absorb(larger), misplaced);
    assert.throws(() => new Merger('main').absorb({ ...group, phase: 'other' }), misplaced);
    assert.equal(merger.result().drives.length, 1);
  });
});

suite('the drives of a phase', () => {
  test('are each in one group of at most some more than 150, and groups are as long as each other', () => {
    const segment = { startMs: 0, endMs: 1, last: true };
    for (const [shards, segments] of [
      [1, 1],
      [64, 1],
      [65, 1],
      [110, 5],
      [1_000, 1],
      [5_000, 2],
    ] as const) {
      const plan = {
        shards,
        segments: Array.from({ length: segments }, (_, index) => ({ ...segment, index })),
      };
      const groups = groupsFor(shards * segments);
      const parts = Array.from({ length: groups }, (_, group) => drivesOfGroup(plan, groups, group));
      if (shards * segments <= 64) assert.equal(groups, 0);
      else assert.deepEqual(parts.flat(), drivesOf(plan));
      const sizes = parts.map(({ length }) => length);
      assert.ok(groups <= 64 && Math.max(0, ...sizes) <= 157, `${groups} groups`);
      assert.ok(groups === 0 || Math.max(...sizes) - Math.min(...sizes) <= 1);
    }
  });
});
