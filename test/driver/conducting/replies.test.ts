import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cancelMarginMs, horizonMs, lookMs } from '../../../lib/driver/conducting/instants.ts';
import {
  commandsDue,
  isOver,
  startFor,
  statusAt,
  stopReason,
} from '../../../lib/driver/conducting/replies.ts';
import type { ConductorState, PhaseState } from '../../../lib/driver/conducting/state.ts';
import type { GraphPhase } from '../../../lib/driver/model/plan.ts';
import { pacing } from '../../../lib/driver/planning/pacing/limits.ts';
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
 * Each answer depends only on the conductor's state: the answers to waiting states, to drives that ask for
 * their start or for a stop, and to users.
 */

const leadMs = 2_000;
const one = (phase: PhaseState, body: Partial<GraphPhase> = {}, changed: Partial<ConductorState> = {}) =>
  stateOf({ graph: [node('a', body)], phases: [phase], ...changed });
const noop = { noop: true, durationMs: 500 };

suite('commands', () => {
  const token = 't';
  const release = (wakeAt: number) => [{ type: 'release', phase: 0, token, wakeAt }];
  const noopTo = (finishAt: number) => [{ type: 'release-noop', phase: 0, token, finishAt }];
  const cancel = (reason: string) => [{ type: 'cancel', phase: 0, token, reason }];
  const stop = { at: 1, reason: 'enough' };
  const far = 1_500 - horizonMs({ leadMs });
  const table: readonly [what: string, state: ConductorState, commands: readonly unknown[]][] = [
    ['nobody waits', one(scheduled()), []],
    ['not started', one({ ...notStarted, token }), []],
    ['answered', one(scheduled({ token, answered: true })), []],
    ['expected', one(scheduled({ token })), release(1_000 - leadMs)],
    ['with a lead of its own', one(scheduled({ token }), { leadMs: 700 }), release(300)],
    ['decided', one(scheduled({ token, t0: 1_200 })), release(1_200 - leadMs)],
    [
      'terminated before its answer',
      one({ ...terminatedPhase(1_100, 1_200), token }),
      [{ type: 'over', phase: 0, token }],
    ],
    ['a pause near its end', one(scheduled({ token, t0: 1_000 }), noop, { at: far }), noopTo(1_500)],
    ['a pause far from its end', one(scheduled({ token, t0: 1_000 }), noop, { at: far - 1 }), []],
    ['a pause without a duration', one(scheduled({ token, t0: 1_000 }), { noop: true }), noopTo(1_000)],
    ['a pause that was ended', one({ ...terminatedPhase(1_100, 1_100), token }, noop), noopTo(1_100)],
    ['cancelled', one({ ...cancelledPhase(5), token }), cancel('cancelled')],
    ['cancelled by a stop', one({ ...cancelledPhase(5), token }, {}, { stop }), cancel('enough')],
  ];
  for (const [what, state, commands] of table)
    test(what, () => assert.deepEqual(commandsDue(state), commands));

  test('name their phase, and the first failure as the reason of a cancellation', () => {
    const graph = [node('a'), node('b'), node('c')];
    const phases = [
      scheduled({ t0: 1_000 }),
      scheduled({ t0: 1_000, failed: 'slow' }),
      { ...cancelledPhase(5), token: 'u' },
    ];
    assert.deepEqual(commandsDue(stateOf({ graph, phases })), [
      { type: 'cancel', phase: 2, token: 'u', reason: 'phase b failed' },
    ]);
  });
});

suite('a drive', () => {
  const graph = [node('a'), node('b', { shards: 9 })];
  const two = (a: PhaseState, b: PhaseState, changed: Partial<ConductorState> = {}) =>
    stateOf({ graph, phases: [a, b], ...changed });

  test('must not send after a stop, a cancellation, or a failure before the start of its phase', () => {
    const stop = { at: 1, reason: 'enough' };
    const failed = scheduled({ failed: 'no host' });
    const table: readonly [ConductorState, string | undefined][] = [
      [two(scheduled(), notStarted), undefined],
      [two(scheduled({ t0: 1_000, failed: 'slow' }), notStarted), undefined],
      [two(failed, notStarted), 'phase a failed before its start: no host'],
      [two(cancelledPhase(5), scheduled({ t0: 1_000, failed: 'slow' })), 'phase b failed'],
      [two(cancelledPhase(5), notStarted), 'cancelled'],
      [two(failed, notStarted, { stop }), 'enough'],
    ];
    for (const [state, reason] of table) {
      assert.equal(stopReason(state, 0), reason);
      if (reason !== undefined) assert.deepEqual(startFor(state, 0), { kind: 'stop', reason });
    }
  });

  test('starts at T0, after a last look between the last cancellation and T0', () => {
    const t0 = 9_000;
    const lookAt = t0 - 0.6 * cancelMarginMs(leadMs);
    assert.deepEqual(startFor(two(scheduled({ t0 }), notStarted), 0), { kind: 'start', t0, lookAt });
    assert.ok(lookAt > t0 - cancelMarginMs(leadMs) && lookAt < t0);
  });

  test('waits, for the origin and then for its own phase, and ends the wait of others when it got too long', () => {
    const ms = lookMs(9);
    const tickAt = (changed: Partial<ConductorState>) => {
      const start = startFor(two(scheduled(), scheduled(), changed), 1);
      assert.ok(start.kind === 'wait' && start.ms === ms);
      return start.tickAt;
    };
    assert.equal(tickAt({ at: 70 }), 30_070);
    assert.equal(tickAt({ at: 70, gatheringSince: 20 }), 30_020);
    assert.equal(tickAt({ at: 70, gatheringSince: 20, origin: 1_500 }), 6_500);
    assert.equal(tickAt({ at: 70, origin: 500 }), 6_000);
  });

  test('is patient from now on when its start is not known yet', () => {
    const chain = [node('a'), node('b', { startAfterStrict: [0] })];
    const state = stateOf({
      graph: chain,
      phases: [scheduled({ t0: 1_000 }), scheduled()],
      origin: 1_000,
      at: 4_000,
    });
    assert.deepEqual(startFor(state, 1), {
      kind: 'wait',
      ms: lookMs(2),
      tickAt: 4_000 + pacing.readyGraceMs,
    });
  });

  test('is refused for a phase that the plan does not have', () => {
    assert.throws(() => startFor(two(scheduled(), notStarted), 2), /has no phase with the index 2/);
  });
});

test('A phase runs from its T0 on, and a finished one is finished', () => {
  const t0 = 1_000;
  assert.deepEqual(
    [999, 1_000].map((at) => statusAt(scheduled({ t0 }), at)),
    ['SCHEDULED', 'RUNNING'],
  );
  assert.equal(statusAt(scheduled(), 5_000), 'SCHEDULED');
  assert.equal(statusAt(finishedPhase(1_500), 5_000), 'FINISHED');
});

test('A burst is over when nothing is at work and nothing will start', () => {
  const graph = [node('a'), node('b')];
  const over = (b: PhaseState) => isOver(stateOf({ graph, phases: [terminatedPhase(1_100, 1_200), b] }));
  assert.deepEqual(
    [terminatedPhase(2_000, 2_000), cancelledPhase(5), finishedPhase(1_100), scheduled(), notStarted].map(
      over,
    ),
    [true, true, false, false, false],
  );
});
