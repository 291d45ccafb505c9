import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layout } from '../../../lib/driver/statistics/histograms/layout.ts';
import { type MergedPhase, Merger } from '../../../lib/driver/statistics/merge.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { joinMeasured, partialOf } from '../../../lib/driver/statistics/recording/join-measured.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { completed, type Observation, record } from './partials.ts';

/**
 * The event loops of one drive are merged like several drives. No number depends on the event loop that
 * measured it.
 */

const observation = fc.record<Observation>({
  metric: fc.constantFrom('home', 'cart'),
  step: fc.constantFrom(0, 1),
  second: fc.nat(3),
  latencyNs: fc.integer({ min: 1_000, max: 3_000_000_000 }),
  valid: fc.boolean(),
});

const loop = fc.record({
  observations: fc.array(observation, { maxLength: 12 }),
  sessions: fc.array(fc.record({ second: fc.nat(3), active: fc.nat(9) }), { maxLength: 6 }),
  users: fc.array(fc.record({ dueNs: fc.nat(3_999_999_999), waitNs: fc.nat(1_000_000_000) }), {
    maxLength: 6,
  }),
  connections: fc.constantFrom(0, 1, 3),
});
type Loop = typeof loop extends fc.Arbitrary<infer Value> ? Value : never;

function recorded({ observations, sessions, users, connections }: Loop): Recorder {
  const recorder = new Recorder();
  for (const each of observations) record(recorder, each);
  for (const { second, active } of sessions.toSorted((one, other) => one.second - other.second))
    recorder.sessions(second, active);
  for (const { dueNs, waitNs } of users) {
    recorder.users.due(dueNs);
    recorder.users.waited(dueNs, dueNs + waitNs);
    recorder.users.started(dueNs + waitNs);
    recorder.sessionTime(waitNs + 1000);
  }
  if (connections > 0) recorder.connections.of('http://a', 'HTTP 1.x').add(connections);
  return recorder;
}

/** The merged result without the health, which is judged for a drive as a whole. */
function merged(
  partials: readonly Partial[],
): Omit<MergedPhase, 'drives' | 'shards' | 'unhealthyRows' | 'unhealthyCauses' | 'machine'> {
  const merger = new Merger('main');
  for (const partial of partials) assert.equal(merger.accept(partial), 'accepted');
  const {
    drives: _,
    shards: __,
    unhealthyRows: ___,
    unhealthyCauses: ____,
    machine: _____,
    ...rest
  } = merger.result();
  return rest;
}

test('loops that are joined and loops that are merged as drives give the same', () => {
  fc.assert(
    fc.property(fc.array(loop, { minLength: 1, maxLength: 4 }), (loops) => {
      const parts = loops.map((each) => recorded(each).measured());
      const drive = (shard: number) => ({
        phase: 'main',
        shard,
        segment: 0,
        lease: `l${shard}`,
        outcome: completed(),
      });
      const joined = partialOf(drive(0), joinMeasured(parts));
      const apart = parts.map((part, shard) => partialOf(drive(shard), part));
      assert.deepEqual(merged([joined]), merged(apart));
      const isConnected = loops.some(({ connections }) => connections > 0);
      assert.deepEqual(Object.keys(merged(apart).connections), isConnected ? ['http://a'] : []);
    }),
  );
});

test('a partial names the layout of its histograms, so that another release does not add it to its own', () => {
  const drive = { phase: 'main', shard: 0, segment: 0, lease: 'l', outcome: completed() };
  const partial = partialOf(drive, new Recorder().measured());
  assert.equal(partial.layout, layout.name);
  const merger = new Merger('main');
  assert.throws(() => merger.accept({ ...partial, layout: 'of-another' }), { code: 'HISTOGRAM_LAYOUT' });
});
