import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accruedUsage, costSoFar } from '../../../lib/driver/conducting/accrued-cost.ts';
import type { PhaseState } from '../../../lib/driver/conducting/state.ts';
import { costing } from '../../../lib/driver/cost/limits.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { cancelledPhase, node, notStarted, scheduled, stateOf, terminatedPhase } from './graphs.ts';

/** The drive seconds that a phase has used by `now`. The phase has two drives and started at 1,000 ms. */
function driveSeconds(phase: PhaseState, now: number, body = {}): number {
  const state = stateOf({ graph: [node('main', body)], phases: [phase] });
  return accruedUsage(state, 0, now).gbSeconds / costing.driveGb;
}

const overhead = planning.segmentOverheadMs / 1e3;

test('Drives are paid for from their start until now, or until they ended', () => {
  const running = scheduled({ t0: 1_000 });
  const rows: readonly (readonly [PhaseState, now: number, seconds: number])[] = [
    [notStarted, 9_000, 0],
    [scheduled(), 9_000, 0],
    [running, 999, 0],
    [running, 1_000, 2 * overhead],
    [running, 9_000, 2 * (8 + overhead)],
    [terminatedPhase(5_000, 6_000), 9_000, 2 * (5 + overhead)],
    [cancelledPhase(900), 9_000, 0],
  ];
  for (const [phase, now, seconds] of rows)
    assert.ok(Math.abs(driveSeconds(phase, now) - seconds) < 1e-9, `${phase.status} at ${now}`);
});

test('Each segment that has begun adds what it takes to get ready, and no more than there are', () => {
  const running = scheduled({ t0: 1_000 });
  const long = { segments: 3, segmentMs: 10_000 };
  const seconds = (now: number): number => driveSeconds(running, now, long);
  assert.ok(Math.abs(seconds(10_000) - 2 * (9 + overhead)) < 1e-9);
  assert.ok(Math.abs(seconds(11_000) - 2 * (10 + 2 * overhead)) < 1e-9);
  assert.ok(Math.abs(seconds(99_000) - 2 * (98 + 3 * overhead)) < 1e-9);
});

test('A phase without drives costs only its transitions', () => {
  assert.equal(driveSeconds(scheduled({ t0: 1_000 }), 9_000, { noop: true }), 0);
});

test('A burst never becomes cheaper while it continues, and requests add to it', () => {
  const state = stateOf({ graph: [node('main')], phases: [scheduled({ t0: 1_000 })] });
  const dollars = (now: number, requests: number): number =>
    costSoFar(state, [{ totals: { requests } }], undefined, now, true).dollars;
  const over = [0, 1_000, 2_000, 30_000, 600_000].map((now) => dollars(now, 0));
  assert.deepEqual(
    over,
    [...over].sort((a, b) => a - b),
  );
  assert.ok(dollars(2_000, 1_000_000) > dollars(2_000, 0));
  const { estimate, charged } = costSoFar(state, [], 1.5, 0, false);
  assert.deepEqual([estimate, charged], [1.5, false]);
});
