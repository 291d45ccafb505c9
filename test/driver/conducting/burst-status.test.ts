import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burstStatus, type PhaseStatus } from '../../../lib/driver/conducting/burst-status.ts';
import { nextSnapshot } from '../../../lib/driver/conducting/live-snapshot.ts';
import type { PhaseState } from '../../../lib/driver/conducting/state.ts';
import type { Live } from '../../../lib/driver/progress/live.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { even, phaseOf, planOf } from '../run/records.ts';
import {
  cancelledPhase,
  finishedPhase,
  node,
  notStarted,
  scheduled,
  stateOf,
  terminatedPhase,
} from './graphs.ts';

/**
 * The status of a burst shows each phase with the decisions of the conductor and the last reports of the
 * phase's own drives.
 */

const plan = planOf([
  phaseOf('warm', even, { isWarmup: true }),
  phaseOf('main', even, { durationMs: undefined }),
]);

const live = (second: number, requests: number, notices?: readonly string[]): Live => ({
  second,
  ended: false,
  sessions: 2,
  inFlight: 1,
  totals: { requests, responses: requests, failed: 0, errors: 0, invalid: 0 },
  slice: new Recorder().live(),
  coversMs: 1000,
  ...(notices === undefined ? {} : { notices }),
});

function statusOf(
  phases: readonly [PhaseState, PhaseState],
  lives: readonly { readonly phase: number; readonly live: Live }[] = [],
  now = 1_500,
  endedAt?: number,
): PhaseStatus[] {
  const conductor = stateOf({ graph: [node('warm'), node('main')], phases });
  const read = [0, 1].map((phase) => ({
    phase,
    shards: 2,
    from: 0,
    reports: lives.filter((each) => each.phase === phase).map((each) => ({ shard: 0, segment: 0, ...each })),
  }));
  return burstStatus(plan, conductor, nextSnapshot(undefined, conductor, read, now), { now, endedAt });
}

test('A phase that has not started shows its plan and nothing else', () => {
  const totals = { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 };
  const rest = { status: 'NOT_STARTED' as const, failed: false, expectedArrivals: 20, totals };
  assert.deepEqual(statusOf([notStarted, notStarted]), [
    { name: 'warm', isWarmup: true, durationMs: 10_000, ...rest },
    { name: 'main', isWarmup: false, ...rest },
  ]);
});

test('A phase shows its own drives, and each notice once', () => {
  const lives = [
    { phase: 0, live: live(4, 10, ['slow DNS', 'no cache']) },
    { phase: 0, live: live(4, 5, ['slow DNS']) },
    { phase: 1, live: live(7, 100) },
  ];
  const [warm, main] = statusOf([scheduled({ t0: 1_000 }), scheduled({ t0: 1_000 })], lives);
  assert.deepEqual([warm?.totals.requests, warm?.live?.sessions, warm?.live?.second], [15, 4, 4]);
  assert.deepEqual(warm?.notices, ['slow DNS', 'no cache']);
  assert.deepEqual([main?.totals.requests, main?.live?.sessions, main?.notices], [100, 2, undefined]);
});

test('Users are at work from T0 until the phase has terminated', () => {
  const lives = [{ phase: 0, live: live(4, 10) }];
  const shows = (phase: PhaseState, now?: number) => {
    const [warm] = statusOf([phase, notStarted], lives, now);
    return [warm?.status, warm?.startsAt, warm?.live !== undefined];
  };
  assert.deepEqual(shows(scheduled()), ['SCHEDULED', undefined, false]);
  assert.deepEqual(shows(scheduled({ t0: 1_000 }), 999), ['SCHEDULED', 1_000, false]);
  assert.deepEqual(shows(scheduled({ t0: 1_000 }), 1_000), ['RUNNING', 1_000, true]);
  assert.deepEqual(shows(finishedPhase(1_400)), ['FINISHED', 1_000, true]);
  assert.deepEqual(shows(terminatedPhase(1_400, 1_450)), ['TERMINATED', 1_000, false]);
  assert.deepEqual(shows(cancelledPhase(900)), ['CANCELLED', undefined, false]);
});

test('No phase of an ended burst continues, although its drives could not report their end', () => {
  const lives = [{ phase: 0, live: live(4, 10) }];
  const shows = (phase: PhaseState) => {
    const [warm] = statusOf([phase, notStarted], lives, 9_000, 5_000);
    return [warm?.status, warm?.live];
  };
  assert.deepEqual(shows(notStarted), ['CANCELLED', undefined]);
  assert.deepEqual(shows(scheduled()), ['CANCELLED', undefined]);
  assert.deepEqual(shows(scheduled({ t0: 5_001 })), ['CANCELLED', undefined]);
  assert.deepEqual(shows(scheduled({ t0: 5_000 })), ['TERMINATED', undefined]);
  assert.deepEqual(shows(finishedPhase(4_000)), ['TERMINATED', undefined]);
  assert.deepEqual(shows(cancelledPhase(900)), ['CANCELLED', undefined]);
  assert.equal(statusOf([scheduled({ t0: 1_000 }), notStarted], lives, 9_000, 5_000)[0]?.totals.requests, 10);
});

test('A failure comes with its reason', () => {
  const [warm, main] = statusOf([scheduled({ t0: 1_000, failed: 'slow' }), notStarted]);
  assert.deepEqual(
    [warm?.failed, warm?.failure, main?.failed, 'failure' in main!],
    [true, 'slow', false, false],
  );
});
