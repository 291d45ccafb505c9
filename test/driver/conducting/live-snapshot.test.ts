import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { snapshots } from '../../../lib/driver/conducting/limits.ts';
import {
  neededFor,
  nextSnapshot,
  type Reported,
  type Snapshot,
  staleMs,
} from '../../../lib/driver/conducting/live-snapshot.ts';
import type { PhaseState } from '../../../lib/driver/conducting/state.ts';
import type { Live } from '../../../lib/driver/progress/live.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { node, notStarted, scheduled, stateOf, terminatedPhase } from './graphs.ts';

/** A snapshot shows all drives of a burst. The report of a drive that has ended is not read again. */

const totals = (requests: number) => ({ requests, responses: requests, failed: 0, errors: 0, invalid: 0 });

const report = (shard: number, segment: number, requests: number, more: Partial<Live> = {}): Reported => ({
  shard,
  segment,
  live: {
    second: 4,
    ended: false,
    sessions: 2,
    inFlight: 1,
    totals: totals(requests),
    slice: new Recorder().live(),
    coversMs: 1000,
    ...more,
  },
});
const ended = (shard: number, segment: number, requests: number) =>
  report(shard, segment, requests, { ended: true, second: 9 });

const one = (phase: PhaseState) => stateOf({ graph: [node('a', { segments: 3 })], phases: [phase] });
const running = one(scheduled({ t0: 1_000 }));

function next(before: Snapshot | undefined, conductor: typeof running, ...reports: readonly Reported[]) {
  const [needed] = neededFor(before, conductor, 2_000);
  assert.ok(needed, 'nothing is to be read');
  return nextSnapshot(before, conductor, [{ ...needed, reports }], 2_000);
}

suite('a snapshot', () => {
  test('sums up the last report of every drive', () => {
    const { at, phases } = next(undefined, running, report(0, 0, 10), report(1, 0, 5));
    assert.equal(at, 2_000);
    assert.deepEqual([phases['0']?.totals, phases['0']?.live?.sessions], [totals(15), 4]);
    assert.deepEqual([phases['0']?.from, phases['0']?.closed], [0, undefined]);
  });

  test('keeps the totals of a segment whose drives have all ended, and asks for those after it', () => {
    const first = next(undefined, running, ended(0, 0, 10), report(1, 0, 5), report(0, 1, 1));
    assert.equal(first.phases['0']?.from, 0, 'one is still at work');
    const second = next(first, running, ended(0, 0, 10), ended(1, 0, 7), report(0, 1, 3), report(1, 1, 2));
    assert.deepEqual(
      [second.phases['0']?.from, second.phases['0']?.over, second.phases['0']?.totals],
      [1, totals(17), totals(22)],
    );
    assert.deepEqual(neededFor(second, running, 2_000), [{ phase: 0, shards: 2, from: 1 }]);
    const third = next(second, running, report(0, 1, 4), report(1, 1, 4));
    assert.deepEqual(third.phases['0']?.totals, totals(25));
  });

  test('does not take a drive that has not begun for an ended drive', () => {
    const starting = report(1, 0, 0, { ended: true, second: -1 });
    assert.equal(next(undefined, running, ended(0, 0, 10), starting).phases['0']?.from, 0);
  });

  test('shows the first second when all drives of the segment have reported it', () => {
    const live = (...reports: Reported[]) => next(undefined, running, ...reports).phases['0']?.live?.second;
    assert.equal(live(report(0, 0, 1, { second: 0 })), undefined);
    assert.equal(live(report(0, 0, 1, { second: 0 }), report(1, 0, 1, { second: 0 })), 0);
    assert.equal(live(report(0, 0, 1, { second: 1 })), 1);
  });

  test('is the last one for a terminated phase, also where a drive was lost', () => {
    const over = one(terminatedPhase(1_400, 1_500));
    const last = next(undefined, over, ended(0, 0, 10), report(1, 0, 5, { notices: ['slow DNS'] }));
    const phase = { totals: totals(15), from: 0, over: totals(15), notices: ['slow DNS'], closed: true };
    assert.deepEqual(last.phases['0'], phase);
    assert.deepEqual(neededFor(last, over, 9_000), []);
  });

  test('keeps messages of drives that are not read any more, each once and not without end', () => {
    const first = next(undefined, running, report(0, 0, 1, { notices: ['a'] }));
    const many = Array.from({ length: snapshots.noticesMax * 2 }, (_, n) => `notice ${n}`);
    const second = next(first, running, report(1, 0, 1, { notices: ['a', ...many] }));
    assert.deepEqual(second.phases['0']?.notices?.slice(0, 2), ['a', 'notice 0']);
    assert.equal(second.phases['0']?.notices?.length, snapshots.noticesMax);
  });

  test('has nothing of phases before their start, and of pauses', () => {
    const graph = [node('a'), node('b'), node('c', { noop: true })];
    const conductor = stateOf({
      graph,
      phases: [scheduled({ t0: 2_001 }), notStarted, scheduled({ t0: 1_000 })],
    });
    assert.deepEqual(neededFor(undefined, conductor, 2_000), []);
    assert.deepEqual(neededFor(undefined, conductor, 2_001), [{ phase: 0, shards: 2, from: 0 }]);
  });

  test('stays as it was for other phases', () => {
    const before: Snapshot = {
      at: 1,
      phases: { 1: { totals: totals(3), from: 0, over: totals(3), closed: true } },
    };
    assert.deepEqual(next(before, running, report(0, 0, 1)).phases['1'], before.phases['1']);
  });
});

test('A view of a few drives is renewed at each look, and of a thousand once a second', () => {
  const of = (...shards: number[]) => staleMs(shards.map((each) => ({ phase: 0, shards: each, from: 0 })));
  assert.deepEqual([of(1), of(200), of(200, 100), of(1_000), of(5_000)], [100, 200, 300, 900, 900]);
});
