import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { endsLate, lastWake } from '../../../lib/driver/conducting/execution-waits.ts';
import { conducting } from '../../../lib/driver/conducting/limits.ts';
import { commandsDue } from '../../../lib/driver/conducting/replies.ts';
import type { ConductorState, PhaseState } from '../../../lib/driver/conducting/state.ts';
import type { GraphPhase } from '../../../lib/driver/model/plan.ts';
import { cancelledPhase, node, notStarted, scheduled, stateOf, terminatedPhase } from './graphs.ts';

/**
 * Computes the last instant for which the state machine waits, and the cases in which a burst must not wait
 * for it.
 */

const answered = { answered: true };
/** A phase whose start was released, and which was cancelled before it began. */
const calledOff: PhaseState = { status: 'CANCELLED', answered: true, expectedAt: 50_000, endedAt: 3 };
const one = (phase: PhaseState, body: Partial<GraphPhase> = {}, changed: Partial<ConductorState> = {}) =>
  stateOf({ graph: [node('a', body)], phases: [phase], ...changed });

suite('the last wake-up', () => {
  const expectedAt = 50_000;
  const long = { segments: 3, segmentMs: 10_000 };
  const table: readonly [what: string, state: ConductorState, at: number][] = [
    ['nothing was released', one(notStarted), 0],
    ['the answer is not given yet', one(scheduled({ expectedAt })), 0],
    ['one segment: a lead before the start', one(scheduled({ ...answered, expectedAt })), 48_000],
    ['three segments: that of the last', one(scheduled({ ...answered, expectedAt }), long), 68_000],
    ['also when the phase has ended', one({ ...terminatedPhase(2, 3), ...answered }, long), 19_000],
    ['also when it was cancelled', one(calledOff), 48_000],
    ['cancelled before its release', one({ ...cancelledPhase(3), ...answered }), 0],
    [
      'that of the last in its turn',
      one(scheduled({ ...answered, expectedAt, wakesAt: 7_000 }), {
        ...long,
        shards: 5,
        turns: { atOnce: 2, everyMs: 10 },
      }),
      27_030,
    ],
    [
      'a noop waits for its end',
      one(scheduled({ ...answered, expectedAt, t0: expectedAt }), { noop: true, durationMs: 7_000 }),
      57_000,
    ],
  ];
  for (const [what, state, at] of table) test(what, () => assert.equal(lastWake(state), at));
});

test('only a burst that is stopped or over ends late, and only when something wakes later', () => {
  const stop = { at: 1, reason: 'enough' };
  const phase = scheduled({ ...answered, expectedAt: 50_000 });
  const late = 48_000 - conducting.endSlackMs;
  assert.equal(endsLate(one(phase, {}, { stop }), late - 1), true);
  assert.equal(endsLate(one(phase, {}, { stop }), late), false);
  assert.equal(endsLate(one(phase), 0), false);
  assert.equal(endsLate(one(calledOff), 0), true);
});

test('a phase that is over is only to be settled, for every state that waits for its start', () => {
  const phase = { ...terminatedPhase(2, 3), token: 't' };
  assert.deepEqual(commandsDue(one(phase)), [{ type: 'over', phase: 0, token: 't' }]);
});
