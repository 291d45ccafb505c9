import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agentName,
  judgedViews,
  type RunPhase,
  type RunRecord,
  viewOf,
} from '../../../lib/driver/run/run-record.ts';
import type { Outcome } from '../../../lib/driver/statistics/partial.ts';
import { even, main, mergedOf, phaseOf, planOf, recordOf, t0 } from './records.ts';

/**
 * The record of a phase has its working time, the share of its load that was sent, and doubts about it. These
 * come from the results of its drives.
 */

const plan = planOf([main]);
const [phasePlan] = plan.phases;

function view(phase: Partial<RunPhase>, changed: Partial<RunRecord> = {}) {
  const run: RunPhase = { status: 'TERMINATED', t0, endedAt: t0 + 20_001, verdicts: [], ...phase };
  return viewOf(recordOf({ plan, phases: [run], ...changed }), phasePlan!, 0);
}

const endOf = (outcomes: readonly Partial<Outcome>[], phase: Partial<RunPhase> = {}): number =>
  view({ merged: mergedOf('main', outcomes), ...phase }).frame.end - t0;

test('A phase is at work from T0 until the last user of any drive that sent something is gone', () => {
  assert.equal(view({ merged: mergedOf('main', [{}]) }).frame.start, t0);
  assert.equal(endOf([{}, {}]), 20_000);
  assert.equal(endOf([{}, { terminatedAt: t0 + 30_000 }]), 30_000);
  assert.equal(endOf([{}, { result: 'missed', terminatedAt: t0 + 30_000 }]), 20_000);
  assert.equal(endOf([{ terminatedAt: t0 - 5 }]), 0, 'never before its start');
});

test('Without drives that sent something it ends when the conductor reports it', () => {
  assert.equal(endOf([{ result: 'missed', terminatedAt: t0 + 30_000 }]), 20_001);
  assert.equal(endOf([{ result: 'missed' }], { endedAt: undefined }), 0);
  const { frame } = view({ t0: undefined, endedAt: undefined }, { startedAt: 77 });
  assert.deepEqual([frame.start, frame.end], [77, 77]);
});

test('Sessions at once are the least and the most of any second', () => {
  const merged = mergedOf('main', [{}, {}]);
  const sessions = [
    [0, 2, 9],
    [1, 1, 4],
  ] as const;
  const { frame } = view({ merged: { ...merged, sessions } });
  assert.deepEqual([frame.minSessions, frame.maxSessions], [1, 9]);
  const none = view({ merged: { ...merged, sessions: [] } }).frame;
  assert.deepEqual([none.minSessions, none.maxSessions], [0, 0]);
});

test('Drives of a phase that started are lost when they are silent; a phase that did not start has lost none', () => {
  const lost = (phase: Partial<RunPhase>) => view(phase).delivery.lost.length;
  assert.equal(lost({}), 2);
  assert.equal(lost({ merged: mergedOf('main', [{}]) }), 1);
  assert.equal(lost({ status: 'NOT_STARTED', t0: undefined }), 0);
  assert.equal(lost({ status: 'CANCELLED' }), 0);
});

test('A drive far from T0 is suspected, wherever it runs', () => {
  const late = { merged: mergedOf('main', [{}, { skewMs: -400 }]) };
  assert.deepEqual(
    view(late).suspicions.map(({ reason }) => reason),
    ['skew'],
  );
});

test('A record without the phase is refused', () => {
  assert.throws(() => viewOf(recordOf({ phases: [] }), phasePlan!, 0), /no record of phase 0 of its plan/);
});

test('Warm-ups count only where nothing else was measured', () => {
  const warm = phaseOf('warm', even, { isWarmup: true });
  const both = planOf([warm, main]);
  const views = (merged: ReturnType<typeof mergedOf> | undefined) => {
    const phases = [mergedOf('warm', [{}, {}]), merged].map(
      (each): RunPhase => ({ status: 'TERMINATED', t0, verdicts: [], ...(each && { merged: each }) }),
    );
    const record = recordOf({ plan: both, phases });
    const all = both.phases.map((each, index) => viewOf(record, each, index));
    return judgedViews(all).map(({ frame }) => [frame.name, frame.isWarmup]);
  };
  assert.deepEqual(views(mergedOf('main', [{}, {}])), [['main', false]]);
  assert.deepEqual(views(undefined), [
    ['warm', true],
    ['main', false],
  ]);
});

test('A shard is named as an agent', () => assert.equal(agentName(3), 'shard-3'));
