import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { reduce } from '../../../lib/driver/conducting/conductor.ts';
import { cancelMarginMs, horizonMs, startMarginMs } from '../../../lib/driver/conducting/instants.ts';
import { conducting } from '../../../lib/driver/conducting/limits.ts';
import { isOver, startFor, statusAt, stopReason } from '../../../lib/driver/conducting/replies.ts';
import {
  type Command,
  type ConductorEvent,
  type ConductorState,
  nodeAt,
  phaseAt,
  startConducting,
} from '../../../lib/driver/conducting/state.ts';
import { startRounds } from '../../../lib/driver/cost/limits.ts';
import type { GraphPhase } from '../../../lib/driver/model/plan.ts';
import { pacing } from '../../../lib/driver/planning/pacing/limits.ts';
import { node } from './graphs.ts';

/**
 * The conductor starts every phase at most once: its drives start together, when they are ready, and never
 * before the phase's conditions hold. This holds for any lost or repeated messages.
 */

const leadMs = 2_000;

/** Applies events one after the other, and collects the commands of each event. */
function walk(
  graph: readonly GraphPhase[],
  events: readonly ConductorEvent[],
  failurePolicy: 'CANCEL' | 'CONTINUE' = 'CANCEL',
): { state: ConductorState; commands: readonly Command[] } {
  let result: { state: ConductorState; commands: readonly Command[] } = {
    state: startConducting({ graph, failurePolicy, leadMs, startedAt: 0 }),
    commands: [],
  };
  for (const event of events) result = reduce(result.state, event);
  return result;
}

const waiting = (phase: number, at: number, token = `t${phase}`): ConductorEvent => ({
  type: 'PhaseWaiting',
  phase,
  token,
  at,
});
const answered = (at: number, ...tokens: string[]): ConductorEvent => ({
  type: 'RepliesSent',
  tokens,
  at,
});
const ready = (phase: number, at: number): ConductorEvent => ({ type: 'PhaseReady', phase, at });
const counted = (phase: number, at: number, ready: number, gone = 0): ConductorEvent => ({
  type: 'DrivesCounted',
  phase,
  at,
  ready,
  gone,
});
const finished = (phase: number, at: number): ConductorEvent => ({ type: 'PhaseFinished', phase, at });
const terminated = (phase: number, at: number, failed?: string): ConductorEvent => ({
  type: 'PhaseTerminated',
  phase,
  at,
  ...(failed === undefined ? {} : { failed }),
});

/** The margin before a start, for the two drives that every phase in this file has. */
const marginMs = startMarginMs(2);

suite('stop on failure', () => {
  const graph = [node('a'), node('b'), node('c', { startAfter: [0] })];
  const begun = (stopOnFailure: boolean, failurePolicy: 'CANCEL' | 'CONTINUE' = 'CONTINUE') =>
    startConducting({ graph, failurePolicy, leadMs, startedAt: 0, stopOnFailure });
  const after = (state: ConductorState, ...events: readonly ConductorEvent[]): ConductorState =>
    events.reduce((before, event) => reduce(before, event).state, state);
  const running = (state: ConductorState) =>
    after(state, waiting(0, 1), waiting(1, 1), waiting(2, 1), ready(0, 10), ready(1, 10));
  const broken = { type: 'PhaseFailed', phase: 0, reason: 'browse: too slow', at: 9_000 } as const;

  test('ends all phases when one of them fails, reports the reason, and starts no other', () => {
    const state = after(running(begun(true)), broken);
    assert.deepEqual(state.stop, { at: 9_000, reason: 'stopped early because phase a failed', failed: 0 });
    for (const phase of [0, 1])
      assert.equal(stopReason(state, phase), 'stopped early because phase a failed');
    assert.equal(phaseAt(state, 2).status, 'CANCELLED');
    assert.equal(phaseAt(state, 0).failed, 'browse: too slow');
  });

  test('ends all phases of any burst when a target asks for that', () => {
    for (const failurePolicy of ['CANCEL', 'CONTINUE'] as const) {
      const requested = {
        ...broken,
        reason: 'http://shop asks for the load to stop',
        stopsAll: true,
      } as const;
      const state = after(running(begun(false, failurePolicy)), requested, { ...requested, at: 9_500 });
      assert.deepEqual(state.stop, { at: 9_000, reason: requested.reason, failed: 0 });
      for (const phase of [0, 1]) assert.equal(stopReason(state, phase), requested.reason);
      assert.equal(phaseAt(state, 2).status, 'CANCELLED');
      assert.equal(phaseAt(state, 0).failed, requested.reason);
    }
  });

  test('does the same when a phase is settled as failed', () => {
    const state = after(running(begun(true)), terminated(1, 9_000, 'no variable x'));
    assert.equal(state.stop?.failed, 1);
  });

  test('changes nothing without the option, and nothing of an earlier stop', () => {
    const going = after(running(begun(false)), broken);
    assert.deepEqual([going.stop, stopReason(going, 1)], [undefined, undefined]);
    const stopped = after(
      running(begun(true)),
      { type: 'StopRequested', reason: 'enough', at: 8_000 },
      broken,
    );
    assert.deepEqual(stopped.stop, { at: 8_000, reason: 'enough' });
  });

  test('stops nothing when the phase is well', () => {
    assert.equal(after(running(begun(true)), terminated(0, 9_000)).stop, undefined);
  });
});

suite('release and start', () => {
  test('drives that take turns wake from an instant on that is still to come, and stays', () => {
    const turns = { atOnce: 1, everyMs: 10 };
    const graph = [node('a', { shards: 3, turns }), node('b', { shards: 3, turns, startTimeMs: 20_000 })];
    const asks = [waiting(0, 10), waiting(1, 30), waiting(0, 9_000, 'again')];
    for (const [count, token] of [
      [1, 't0'],
      [3, 'again'],
    ] as const)
      assert.deepEqual(walk(graph, asks.slice(0, count)).commands, [
        { type: 'release', phase: 0, token, wakeAt: 10 },
      ]);
    // When the start of a phase is known in advance, its drives wake up some time (the lead) before it.
    const { state, commands } = walk(graph, [waiting(0, 10), waiting(1, 30), ready(0, 500)]);
    const wakeAt = (state.origin ?? 0) + 20_000 - leadMs;
    assert.deepEqual(commands.at(-1), { type: 'release', phase: 1, token: 't1', wakeAt });
  });

  test('phases without conditions wake at once and start together when the drives of all are ready', () => {
    const graph = [node('a'), node('b')];
    const arrived = [waiting(0, 10), waiting(1, 30)];
    assert.deepEqual(walk(graph, arrived).commands, [
      { type: 'release', phase: 0, token: 't0', wakeAt: 10 - leadMs },
      { type: 'release', phase: 1, token: 't1', wakeAt: 30 - leadMs },
    ]);
    const one = walk(graph, [...arrived, ready(0, 500)]).state;
    assert.deepEqual(
      one.phases.map(({ t0 }) => t0),
      [undefined, undefined],
    );
    const both = walk(graph, [...arrived, ready(0, 500), ready(1, 800)]).state;
    assert.deepEqual(
      [both.origin, ...both.phases.map(({ t0 }) => t0)],
      [800 + marginMs, 800 + marginMs, 800 + marginMs],
    );
  });

  test('a phase that does not arrive holds the others up for a bounded time', () => {
    const tooLong = 10 + pacing.readyMsMax;
    const begun = [waiting(0, 10), ready(0, 20)];
    const before = walk([node('a'), node('b')], [...begun, { type: 'Tick', at: tooLong - 1 }]).state;
    assert.equal(phaseAt(before, 0).t0, undefined);
    const after = walk([node('a'), node('b')], [...begun, { type: 'Tick', at: tooLong }]).state;
    assert.equal(phaseAt(after, 0).t0, tooLong + marginMs);
  });

  suite('drives that are not ready', () => {
    const graph = [node('a'), node('b', { shards: 100 })];
    const begun = [waiting(0, 10), waiting(1, 30), ready(0, 20)];
    const tooLong = 10 + pacing.readyMsMax;
    const t0sOf = ({ phases }: ConductorState) => phases.map(({ t0 }) => t0);
    const after = (...events: readonly ConductorEvent[]): ConductorState =>
      walk(graph, [...begun, ...events], 'CONTINUE').state;

    test('are waited for until the wait is over, however few there are', () => {
      const waited = after(counted(1, tooLong - 1, 99), { type: 'Tick', at: tooLong });
      assert.deepEqual(t0sOf(waited), [undefined, undefined]);
      assert.equal(phaseAt(waited, 1).failed, undefined);
    });

    test('are not waited for any longer when nine of ten are ready', () => {
      const t0 = tooLong + startMarginMs(100);
      assert.deepEqual(t0sOf(after(counted(1, tooLong, 90))), [t0, t0]);
    });

    test('fail their phase before its start when there are fewer, and the others start', () => {
      const state = after(counted(1, tooLong, 89));
      assert.deepEqual(t0sOf(state), [tooLong + startMarginMs(100), undefined]);
      const reason = 'only 89 of 100 shards were ready in time, so nothing was sent';
      assert.equal(phaseAt(state, 1).failed, reason);
      assert.equal(stopReason(state, 1), `phase b failed before its start: ${reason}`);
      assert.equal(phaseAt(reduce(state, ready(1, tooLong + 5)).state, 1).t0, undefined);
    });

    test('fail it at once when they are gone for good', () => {
      assert.equal(phaseAt(after(counted(1, 500, 80, 19)), 1).failed, undefined);
      assert.match(phaseAt(after(counted(1, 500, 80, 20)), 1).failed ?? '', /^only 80 of 100/);
      assert.deepEqual(t0sOf(after(counted(1, 500, 95, 5))), [
        500 + startMarginMs(100),
        500 + startMarginMs(100),
      ]);
    });

    test('fail it when no drive is there to count them', () => {
      const end = tooLong + conducting.countMsMax;
      const before = after({ type: 'Tick', at: end - 1 });
      assert.deepEqual([t0sOf(before), phaseAt(before, 1).failed], [[undefined, undefined], undefined]);
      const state = after({ type: 'Tick', at: end });
      assert.match(phaseAt(state, 1).failed ?? '', /^only 0 of 100/);
      assert.deepEqual(t0sOf(state), [end + startMarginMs(100), undefined]);
    });

    test('are counted for nothing once the phase has its start, or has failed', () => {
      const started = after(ready(1, 400));
      assert.deepEqual(reduce(started, counted(1, tooLong, 3)).state.phases, started.phases);
      const failed = after({ type: 'PhaseFailed', phase: 1, reason: 'no host', at: 300 });
      assert.equal(phaseAt(reduce(failed, counted(1, 310, 0, 100)).state, 1).failed, 'no host');
    });

    test('are waited for longer where so many need it', () => {
      const slow = startConducting({
        graph,
        failurePolicy: 'CONTINUE',
        leadMs,
        startedAt: 0,
        readyMs: 90_000,
        graceMs: 20_000,
      });
      const at = (...events: readonly ConductorEvent[]) =>
        events.reduce((state, event) => reduce(state, event).state, slow);
      assert.equal(phaseAt(at(...begun, counted(1, 90_009, 95)), 1).t0, undefined);
      const t0 = 90_010 + startMarginMs(100);
      assert.equal(phaseAt(at(...begun, counted(1, 90_010, 95)), 1).t0, t0);
      assert.deepEqual(startFor(at(...begun), 1), { kind: 'wait', ms: 1_000, tickAt: 90_010 });
    });
  });

  test('more drives get more time to hear of their start', () => {
    assert.deepEqual(
      [1, 2, 50, 1_000, 5_000].map((drives) => startMarginMs(drives) - conducting.startMarginMs),
      [0, 80, 1_000, 2_000, 2_000],
    );
  });

  test('a released phase that asks again, with a new token, hears the same', () => {
    const { commands } = walk([node('a')], [waiting(0, 10), answered(11, 't0'), waiting(0, 20_000, 'new')]);
    assert.deepEqual(commands, [{ type: 'release', phase: 0, token: 'new', wakeAt: 10 - leadMs }]);
  });

  test('a command stays due until it is acknowledged', () => {
    const graph = [node('a')];
    assert.equal(walk(graph, [waiting(0, 10), { type: 'Tick', at: 500 }]).commands.length, 1);
    assert.equal(
      walk(graph, [waiting(0, 10), answered(11, 't0'), { type: 'Tick', at: 500 }]).commands.length,
      0,
    );
  });

  const b = (body: Partial<GraphPhase>) => [node('a', { durationMs: 10_000 }), node('b', body)];
  // In this test the burst begins at 1,000 ms.
  const begun = [waiting(0, 0), waiting(1, 5), ready(0, 1_000 - marginMs)];
  const table: [string, readonly GraphPhase[], readonly ConductorEvent[], number | undefined][] = [
    ['startTime counts from the origin', b({ startTimeMs: 7_000 }), [...begun, ready(1, 3_000)], 8_000],
    [
      'startTime does not hold up the phases that begin',
      [node('a', { startTimeMs: 9_000 }), node('b')],
      [waiting(1, 0), ready(1, 10)],
      10 + marginMs,
    ],
    [
      'startAfter a known duration leaves no gap',
      b({ startAfter: [0] }),
      [...begun, ready(1, 9_000)],
      11_000,
    ],
    [
      'a known start waits for drives that are not ready yet',
      b({ startAfter: [0] }),
      [...begun, { type: 'Tick', at: 11_000 }],
      undefined,
    ],
    [
      'and is theirs as soon as they are',
      b({ startAfter: [0] }),
      [...begun, ready(1, 12_000)],
      12_000 + marginMs,
    ],
    [
      'but not for ever: then nearly all are enough',
      b({ startAfter: [0], shards: 10 }),
      [...begun, counted(1, 11_000 + pacing.readyGraceMs, 9)],
      11_000 + pacing.readyGraceMs + startMarginMs(10),
    ],
    [
      'startAfterStrict waits for the users',
      b({ startAfterStrict: [0] }),
      [...begun, finished(0, 11_000)],
      undefined,
    ],
    [
      'startAfterStrict starts when its drives are ready after the end',
      b({ startAfterStrict: [0] }),
      [...begun, terminated(0, 13_000), ready(1, 13_400)],
      13_400 + marginMs,
    ],
    [
      'both conditions and startTime hold together',
      b({ startAfter: [0], startTimeMs: 11_000 }),
      [...begun, ready(1, 9_000)],
      12_000,
    ],
    [
      'startAfter an unknown duration waits for the report',
      [node('a'), node('b', { startAfter: [0] })],
      [...begun, ready(1, 2_000)],
      undefined,
    ],
    [
      'and follows it',
      [node('a'), node('b', { startAfter: [0] })],
      [...begun, finished(0, 4_000), ready(1, 4_200)],
      4_200 + marginMs,
    ],
  ];
  for (const [sentence, graph, events, t0] of table) {
    test(sentence, () => assert.equal(phaseAt(walk(graph, events).state, 1).t0, t0));
  }

  test('a far start is not released yet, but a tick before it is', () => {
    const graph = b({ startTimeMs: 600_000 });
    assert.equal(phaseAt(walk(graph, begun).state, 1).status, 'NOT_STARTED');
    const nearAt = 601_000 - horizonMs({ leadMs });
    for (const [at, status] of [
      [nearAt - 1, 'NOT_STARTED'],
      [nearAt, 'SCHEDULED'],
    ] as const)
      assert.equal(phaseAt(walk(graph, [...begun, waiting(1, at)]).state, 1).status, status);
    const { state, commands } = walk(graph, [...begun, answered(20, 't0'), waiting(1, 590_000, 'tick')]);
    assert.equal(phaseAt(state, 1).status, 'SCHEDULED');
    assert.deepEqual(commands, [{ type: 'release', phase: 1, token: 'tick', wakeAt: 601_000 - leadMs }]);
  });

  test('a chain of short phases is released before the first T0 of it is decided', () => {
    const graph = [
      node('a', { durationMs: 1_000 }),
      node('b', { durationMs: 500, startAfter: [0] }),
      node('c', { startAfter: [1] }),
    ];
    const arrived = [waiting(0, 0), waiting(1, 0), waiting(2, 0), ready(0, 1_000 - marginMs)];
    const { state } = walk(graph, arrived);
    assert.deepEqual(
      state.phases.map(({ status, expectedAt, t0 }) => [status, expectedAt, t0]),
      [
        ['SCHEDULED', 0, 1_000],
        ['SCHEDULED', 2_000, undefined],
        ['SCHEDULED', 2_500, undefined],
      ],
    );
    const late = walk(graph, [...arrived, ready(2, 1_500), ready(1, 2_200)]).state;
    assert.deepEqual([phaseAt(late, 1).t0, phaseAt(late, 2).t0], [2_200 + marginMs, 2_700 + marginMs]);
  });

  test('a drive waits, starts, or learns why it must not', () => {
    const graph = [node('a')];
    const reported = walk(graph, [waiting(0, 100)]).state;
    assert.deepEqual(startFor(reported, 0), { kind: 'wait', ms: 40, tickAt: 100 + pacing.readyMsMax });
    const { state } = walk(graph, [waiting(0, 100), ready(0, 900)]);
    const t0 = 900 + marginMs;
    assert.deepEqual(startFor(state, 0), { kind: 'start', t0, lookAt: t0 - cancelMarginMs(leadMs) * 0.6 });
    const failed: ConductorEvent = { type: 'PhaseFailed', phase: 0, reason: 'no host', at: 500 };
    const fallen = walk(graph, [waiting(0, 100), failed], 'CONTINUE').state;
    assert.deepEqual(startFor(fallen, 0), {
      kind: 'stop',
      reason: 'phase a failed before its start: no host',
    });
  });

  test('a phase whose drive cannot start does not start, and the others do as the policy says', () => {
    const graph = [node('a'), node('b')];
    const begun = [waiting(0, 0), waiting(1, 0), ready(1, 400)];
    const failed: ConductorEvent = { type: 'PhaseFailed', phase: 0, reason: 'no host', at: 500 };
    const go = walk(graph, [...begun, failed], 'CONTINUE').state;
    assert.deepEqual([phaseAt(go, 0).t0, phaseAt(go, 1).t0], [undefined, 500 + marginMs]);
    const ended = reduce(go, terminated(0, 600)).state;
    assert.deepEqual([phaseAt(ended, 0).status, phaseAt(ended, 0).failed], ['TERMINATED', 'no host']);
    const cancelled = walk(graph, [...begun, failed]).state;
    assert.deepEqual(
      cancelled.phases.map(({ status }) => status),
      ['SCHEDULED', 'CANCELLED'],
    );
    assert.equal(stopReason(cancelled, 0), 'phase a failed before its start: no host');
    assert.equal(stopReason(cancelled, 1), 'phase a failed');
  });
});

suite('one event', () => {
  test('draws every conclusion at once, in any order of the phases', () => {
    const graph = [
      node('last', { startAfter: [1], durationMs: 50 }),
      node('second pause', { noop: true, durationMs: 200, startAfter: [2] }),
      node('pause', { noop: true, durationMs: 100, startAfter: [3] }),
      node('first', { durationMs: 1_000 }),
    ];
    const { state } = walk(graph, [...graph.map((_, phase) => waiting(phase, 0)), ready(3, 500)]);
    assert.deepEqual(
      state.phases.map(({ t0 }) => t0),
      [undefined, 1_600 + marginMs, 1_500 + marginMs, 500 + marginMs],
    );
    assert.equal(phaseAt(state, 0).expectedAt, 1_800 + marginMs);
    const over = reduce(state, counted(0, 10_000, 2)).state;
    assert.deepEqual(reduce(over, { type: 'Tick', at: 10_000 }).state, over);
    assert.deepEqual(
      over.phases.map(({ status, t0 }) => [status, t0]),
      [
        ['SCHEDULED', 10_000 + marginMs],
        ['TERMINATED', 1_600 + marginMs],
        ['TERMINATED', 1_500 + marginMs],
        ['SCHEDULED', 500 + marginMs],
      ],
    );
  });

  test('has its own instant as the origin where no phase has drives to wait for', () => {
    const graph = [node('pause', { noop: true, durationMs: 100 })];
    const { state } = walk(graph, [waiting(0, 30)]);
    assert.deepEqual([state.origin, phaseAt(state, 0).t0], [30, 30]);
  });
});

suite('noop phases', () => {
  test('a pause between two phases adds its duration and nothing else', () => {
    const graph = [
      node('a', { durationMs: 1_000 }),
      node('pause', { noop: true, durationMs: 3_000, startAfter: [0] }),
      node('b', { startAfterStrict: [1] }),
    ];
    const arrived = [waiting(0, 0), waiting(1, 0), waiting(2, 0), ready(0, 2_000 - marginMs)];
    const { state, commands } = walk(graph, arrived);
    assert.deepEqual(commands[1], { type: 'release-noop', phase: 1, token: 't1', finishAt: 6_000 });
    assert.equal(phaseAt(reduce(state, ready(2, 5_000)).state, 2).t0, 6_000);
  });

  test('a covering noop finishes with its forks and terminates with their users', () => {
    const graph = [
      node('p/a', { durationMs: 1_000 }),
      node('p/b', { durationMs: 2_000 }),
      node('p', { noop: true, durationMs: 0, startAfter: [0, 1], covers: [0, 1] }),
      node('next', { startAfter: [2] }),
      node('strict', { startAfterStrict: [2] }),
    ];
    const origin = 2_000;
    const arrived = [
      ...[0, 1, 2, 3, 4].map((phase) => waiting(phase, 0)),
      ...[0, 1].map((phase) => ready(phase, origin - marginMs)),
      ready(3, 3_000),
    ];
    const before = walk(graph, [...arrived, terminated(0, 3_100), finished(1, 4_000)]).state;
    assert.equal(phaseAt(before, 3).t0, 4_000);
    assert.equal(phaseAt(before, 2).status, 'FINISHED');
    assert.equal(phaseAt(before, 4).t0, undefined);
    const after = walk(graph, [
      ...arrived,
      terminated(0, 3_100),
      terminated(1, 4_500),
      ready(4, 4_600),
    ]).state;
    assert.equal(phaseAt(after, 2).status, 'TERMINATED');
    assert.equal(phaseAt(after, 4).t0, 4_600 + marginMs);
  });

  test('a long pause is held until shortly before its end, so that a stop can end it', () => {
    const graph = [node('pause', { noop: true, durationMs: 600_000 })];
    const begun = walk(graph, [waiting(0, 0)]);
    assert.deepEqual(begun.commands, []);
    const stopped = reduce(begun.state, { type: 'StopRequested', reason: 'enough', at: 50_000 });
    assert.deepEqual(stopped.commands, [{ type: 'release-noop', phase: 0, token: 't0', finishAt: 50_000 }]);
    assert.ok(isOver(stopped.state));
  });
});

suite('failure and stop', () => {
  const chain = [
    node('a', { durationMs: 10_000 }),
    node('b', { startAfter: [0] }),
    node('c', { startAfterStrict: [1] }),
  ];
  const begun = [
    ...[waiting(0, 0), waiting(1, 0), waiting(2, 0), answered(1, 't0')],
    ...[ready(0, 2_000 - marginMs), answered(2_000, 't1'), ready(1, 5_000)],
  ];
  const failed: ConductorEvent = { type: 'PhaseFailed', phase: 0, reason: 'slow', at: 8_000 };

  test('CANCEL cancels what has not started, also what was released ahead of its time', () => {
    const { state, commands } = walk(chain, [...begun, failed]);
    assert.deepEqual(
      state.phases.map(({ status }) => status),
      ['SCHEDULED', 'CANCELLED', 'CANCELLED'],
    );
    assert.equal(stopReason(state, 1), 'phase a failed');
    assert.equal(stopReason(state, 0), undefined);
    assert.deepEqual(commands, [{ type: 'cancel', phase: 2, token: 't2', reason: 'phase a failed' }]);
  });

  test('CANCEL leaves alone what is starting soon, to the millisecond', () => {
    const statusAfter = (at: number) => phaseAt(walk(chain, [...begun, { ...failed, at }]).state, 1).status;
    assert.equal(statusAfter(12_000 - cancelMarginMs(leadMs)), 'CANCELLED');
    assert.equal(statusAfter(12_000 - cancelMarginMs(leadMs) + 1), 'SCHEDULED');
  });

  test('the first stop and the first failure stay', () => {
    const stop = (reason: string, at: number): ConductorEvent => ({ type: 'StopRequested', reason, at });
    assert.deepEqual(walk(chain, [stop('first', 5), stop('second', 6)]).state.stop, {
      at: 5,
      reason: 'first',
    });
    const again: ConductorEvent = { type: 'PhaseFailed', phase: 0, reason: 'worse', at: 9_000 };
    assert.equal(phaseAt(walk(chain, [...begun, failed, again]).state, 0).failed, 'slow');
  });

  test('a phase that has not started or was cancelled cannot fail', () => {
    assert.equal(phaseAt(walk(chain, [failed]).state, 0).failed, undefined);
    const late: ConductorEvent = { ...failed, phase: 1, at: 9_000 };
    assert.equal(phaseAt(walk(chain, [...begun, failed, late]).state, 1).failed, undefined);
  });

  test('the clock never goes back', () => {
    assert.equal(walk(chain, [waiting(0, 500), { type: 'Tick', at: 300 }]).state.at, 500);
  });

  test('a phase terminates when its users are gone, and finishes no later', () => {
    const short = walk(chain, [...begun, terminated(0, 6_000)]).state;
    const long = walk(chain, [...begun, terminated(0, 14_000)]).state;
    const known = walk(chain, [...begun, finished(0, 12_100), terminated(0, 14_000)]).state;
    assert.deepEqual(
      [short, long, known].map((state) => {
        const { status, finishedAt, endedAt } = phaseAt(state, 0);
        return [status, finishedAt, endedAt];
      }),
      [
        ['TERMINATED', 6_000, 6_000],
        ['TERMINATED', 12_000, 14_000],
        ['TERMINATED', 12_000, 14_000],
      ],
    );
  });

  test('CONTINUE cancels nothing', () => {
    const { state } = walk(
      chain,
      [...begun, failed, terminated(0, 12_500, 'slow'), terminated(1, 20_000), ready(2, 20_100)],
      'CONTINUE',
    );
    assert.deepEqual(
      state.phases.map(({ status }) => status),
      ['TERMINATED', 'TERMINATED', 'SCHEDULED'],
    );
    assert.equal(phaseAt(state, 0).failed, 'slow');
  });

  test('a stop halts every phase, running ones included', () => {
    const { state } = walk(chain, [...begun, { type: 'StopRequested', reason: 'enough', at: 5_500 }]);
    assert.deepEqual(
      [0, 1, 2].map((phase) => stopReason(state, phase)),
      ['enough', 'enough', 'enough'],
    );
    assert.equal(statusAt(phaseAt(state, 0), 5_500), 'RUNNING');
    assert.ok(isOver(reduce(state, terminated(0, 6_000)).state));
  });
});

/** A random burst for the simulation. One seed determines all of its failures. */
type World = {
  readonly graph: readonly GraphPhase[];
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  readonly seed: number;
  readonly stopAt: number | undefined;
};

const worlds: fc.Arbitrary<World> = fc
  .record({
    nodes: fc.array(
      fc.record({
        noop: fc.boolean(),
        durationMs: fc.option(fc.nat(60_000), { nil: undefined }),
        startTimeMs: fc.oneof(fc.constant(0), fc.nat(90_000)),
        after: fc.array(fc.nat(), { maxLength: 2 }),
        strict: fc.array(fc.nat(), { maxLength: 2 }),
        beside: fc.option(fc.record({ to: fc.nat(), delayMs: fc.oneof(fc.constant(0), fc.nat(20_000)) }), {
          nil: undefined,
          freq: 2,
        }),
      }),
      { minLength: 1, maxLength: 7 },
    ),
    failurePolicy: fc.constantFrom('CANCEL' as const, 'CONTINUE' as const),
    seed: fc.integer(),
    stopAt: fc.option(fc.nat(120_000), { nil: undefined, freq: 3 }),
  })
  .map(({ nodes, ...rest }) => ({
    ...rest,
    graph: nodes.map((each, index) => {
      const earlier = (list: readonly number[]) =>
        index === 0 ? [] : [...new Set(list.map((n) => n % index))];
      return node(`p${index}`, {
        noop: each.noop,
        startTimeMs: each.startTimeMs,
        startAfter: earlier(each.after),
        startAfterStrict: earlier(each.strict),
        ...(each.beside === undefined || index === 0
          ? {}
          : { startWith: { phases: earlier([each.beside.to]), delayMs: each.beside.delayMs } }),
        ...(each.noop || each.durationMs !== undefined ? { durationMs: each.durationMs ?? 0 } : {}),
      });
    }),
  }));

const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

type Play = {
  readonly state: ConductorState;
  /**
   * For each phase, all start instants (T0) that its drives received. More than one means that they disagree.
   */
  readonly heard: ReadonlyMap<number, ReadonlySet<number>>;
  /** True when the burst has ended. */
  readonly settled: boolean;
};

/**
 * Simulates a burst event by event. Waits time out and are repeated, answers are lost, and drives report
 * twice or never.
 */
function play(world: World): Play {
  const draw = random(world.seed);
  const agenda: { at: number; act: (at: number) => void }[] = [];
  const plan = (at: number, act: (at: number) => void) => {
    agenda.push({ at, act });
  };
  let state = startConducting({ ...world, leadMs, startedAt: 0 });
  const heard = new Map<number, Set<number>>();
  const answered = new Set<string>();
  const live = new Set<string>();
  let tokens = 0;

  const apply = (event: ConductorEvent) => {
    const repeats = draw() < 0.2 ? 2 : 1;
    for (let i = 0; i < repeats; i++) {
      const result = reduce(state, event);
      state = result.state;
      for (const command of result.commands) if (draw() < 0.7) deliver(command, event.at);
    }
  };
  const deliver = (command: Command, at: number) => {
    if (live.delete(command.token)) {
      answered.add(command.token);
      if (command.type === 'release') wake(command.phase, Math.max(at, command.wakeAt));
      if (command.type === 'release-noop')
        plan(Math.max(at, command.finishAt), (now) => apply({ type: 'Tick', at: now }));
    }
    if (draw() < 0.8) apply({ type: 'RepliesSent', tokens: [command.token], at });
  };
  const wake = (phase: number, wakeAt: number) => {
    if (draw() < 0.9) plan(wakeAt + draw() * 4_000, (now) => apply({ type: 'PhaseReady', phase, at: now }));
    if (draw() < 0.05)
      plan(wakeAt + draw() * 900, (now) => apply({ type: 'PhaseFailed', phase, reason: 'drawn', at: now }));
    plan(wakeAt + draw() * 4_000, look(phase));
  };
  /** Simulates a waiting drive that reads the start of its phase. Real drives read it more often. */
  const look = (phase: number) => (at: number) => {
    const start = startFor(state, phase);
    if (start.kind === 'start') {
      heard.set(phase, (heard.get(phase) ?? new Set()).add(start.t0));
      return runPhase(phase, start.t0, at);
    }
    if (start.kind === 'stop') return runPhase(phase, at, at);
    if (at >= start.tickAt) apply({ type: 'Tick', at });
    plan(at + 500, look(phase));
  };
  const runPhase = (phase: number, t0: number, at: number) => {
    const begin = Math.max(t0, at);
    const end = stopReason(state, phase)
      ? begin
      : begin + (nodeAt(world, phase).durationMs ?? draw() * 9_000);
    const over = end + draw() * 5_000;
    const failed = draw() < 0.1 ? { failed: 'drawn' } : {};
    if (draw() < 0.8) plan(end, (now) => apply({ type: 'PhaseFinished', phase, at: now }));
    if (draw() < 0.6) plan(over, (now) => apply({ type: 'PhaseTerminated', phase, at: now }));
    plan(over + 200 + draw() * 2_000, (now) => apply({ type: 'PhaseTerminated', phase, at: now, ...failed }));
  };
  const wait = (phase: number) => (at: number) => {
    const token = `${phase}.${tokens++}`;
    live.add(token);
    if (draw() < 0.9) apply({ type: 'PhaseWaiting', phase, token, at });
    plan(at + startRounds.tickMs, (now) => {
      if (live.delete(token)) plan(now + draw() * 1_500, wait(phase));
    });
  };

  world.graph.forEach((_, phase) => {
    plan(draw() * 3_000, wait(phase));
  });
  const { stopAt } = world;
  if (stopAt !== undefined) plan(stopAt, (at) => apply({ type: 'StopRequested', reason: 'drawn', at }));
  for (let steps = 0; agenda.length > 0 && steps < 5_000; steps++) {
    agenda.sort((a, b) => b.at - a.at);
    const { at, act } = agenda.pop()!;
    act(at);
  }
  return { state, heard, settled: agenda.length === 0 };
}

suite('any interleaving', () => {
  test('every phase ends, hears at most one T0, and never starts before its conditions', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { state, heard, settled } = play(world);
        assert.ok(settled && isOver(state), 'the burst comes to an end');
        for (const t0s of heard.values()) assert.equal(t0s.size, 1);
        world.graph.forEach((each, index) => {
          const { t0 } = phaseAt(state, index);
          if (t0 === undefined) return;
          assert.ok(t0 >= state.origin! + each.startTimeMs);
          for (const d of each.startAfter) {
            const before = phaseAt(state, d);
            const known = nodeAt(world, d).durationMs;
            const finish =
              known === undefined || before.t0 === undefined
                ? before.finishedAt!
                : Math.min(before.t0 + known, before.finishedAt!);
            if (before.status === 'TERMINATED') assert.ok(t0 >= finish);
          }
          for (const d of each.startWith?.phases ?? []) {
            const beside = phaseAt(state, d);
            assert.ok(t0 >= (beside.t0 ?? beside.endedAt!) + each.startWith!.delayMs);
          }
          for (const d of each.startAfterStrict) {
            if (phaseAt(state, d).status === 'TERMINATED')
              assert.ok(t0 >= phaseAt(state, d).endedAt! || state.stop);
          }
        });
      }),
      { numRuns: 400 },
    );
  });

  test('CANCEL starts nothing after the failure is known, CONTINUE cancels nothing', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { state } = play({ ...world, stopAt: undefined });
        const statuses = state.phases.map(({ status }) => status);
        const failed = state.phases.some((phase) => phase.failed !== undefined);
        if (world.failurePolicy === 'CONTINUE' || !failed) assert.ok(!statuses.includes('CANCELLED'));
      }),
    );
  });

  test('an event applied twice at the same instant changes nothing the second time', () => {
    const events: fc.Arbitrary<(graph: readonly GraphPhase[]) => ConductorEvent> = fc
      .tuple(fc.nat(), fc.nat(7), fc.nat(200_000))
      .map(([pick, kind, at]) => (graph) => {
        const phase = pick % graph.length;
        const all: ConductorEvent[] = [
          waiting(phase, at, `${phase}-${at % 3}`),
          finished(phase, at),
          terminated(phase, at),
          terminated(phase, at, 'bad'),
          ready(phase, at),
          counted(phase, at, at % 3, at % 2),
          { type: 'StopRequested', reason: 'enough', at },
          { type: 'Tick', at },
        ];
        return all[kind]!;
      });
    fc.assert(
      fc.property(worlds, fc.array(events, { maxLength: 30 }), (world, makers) => {
        let state = startConducting({ ...world, leadMs, startedAt: 0 });
        for (const make of makers) {
          const event = make(world.graph);
          // A drive can report only about a phase whose start was released.
          if (
            'phase' in event &&
            event.type !== 'PhaseWaiting' &&
            phaseAt(state, event.phase).status === 'NOT_STARTED'
          )
            continue;
          const once = reduce(state, event);
          assert.deepEqual(reduce(once.state, event), once);
          state.phases.forEach((phase, index) => {
            const next = phaseAt(once.state, index);
            if (phase.t0 !== undefined) assert.equal(next.t0, phase.t0);
            assert.ok(rank(next.status) >= rank(phase.status), 'no way back');
          });
          state = once.state;
        }
      }),
      { numRuns: 400 },
    );
  });
});

const rank = (status: ConductorState['phases'][number]['status']): number =>
  ['NOT_STARTED', 'SCHEDULED', 'FINISHED', 'TERMINATED', 'CANCELLED'].indexOf(status);

suite('a phase that starts with another', () => {
  const first = node('first', { durationMs: 5_000 });
  const along = node('along', { startWith: { phases: [0], delayMs: 0 } });
  const t0sOf = (state: ConductorState): readonly (number | undefined)[] => state.phases.map(({ t0 }) => t0);

  test('wakes with it, and holds it up for a bounded time until its own drives are ready', () => {
    const arrived = [waiting(0, 10), waiting(1, 20)];
    const { state, commands } = walk([first, along], [...arrived, ready(0, 400)]);
    assert.deepEqual(
      commands.map(({ type, phase }) => [type, phase]),
      [
        ['release', 0],
        ['release', 1],
      ],
    );
    assert.deepEqual(t0sOf(state), [undefined, undefined]);
    assert.deepEqual(t0sOf(reduce(state, ready(1, 700)).state), [700 + marginMs, 700 + marginMs]);
    const late = 10 + pacing.readyMsMax + conducting.countMsMax;
    assert.deepEqual(t0sOf(reduce(state, { type: 'Tick', at: late - 1 }).state), [undefined, undefined]);
    assert.equal(phaseAt(reduce(state, { type: 'Tick', at: late }).state, 0).status, 'CANCELLED');
    const go = walk(
      [first, along],
      [...arrived, ready(0, 400), { type: 'Tick', at: late }],
      'CONTINUE',
    ).state;
    assert.deepEqual(t0sOf(go), [late + marginMs, undefined]);
  });

  test('starts its delay after it, to the millisecond, however long that is', () => {
    for (const delayMs of [1, leadMs, leadMs + 1, 60_000]) {
      const graph = [first, node('later', { startWith: { phases: [0], delayMs } })];
      const arrived = [waiting(0, 10), waiting(1, 20), ready(0, 400)];
      const awake = delayMs <= leadMs ? [ready(1, 500)] : [];
      const { state } = walk(graph, [...arrived, ...awake]);
      const [t0 = 0] = t0sOf(state);
      assert.equal(t0, (delayMs <= leadMs ? 500 : 400) + marginMs);
      const requested = reduce(state, waiting(1, t0 + delayMs - leadMs, 'again')).state;
      const done = delayMs <= leadMs ? requested : reduce(requested, ready(1, t0 + delayMs - 1_500)).state;
      assert.deepEqual(t0sOf(done), [t0, t0 + delayMs]);
    }
  });

  test('that is not first itself waits for the drives of both, if its start was not known ahead', () => {
    const middle = node('middle', { startAfterStrict: [0] });
    const beside = node('beside', { startWith: { phases: [1], delayMs: 0 } });
    const { state } = walk(
      [first, middle, beside],
      [waiting(0, 0), waiting(1, 0), waiting(2, 0), ready(0, 100), finished(0, 5_300), terminated(0, 9_000)],
    );
    const one = reduce(state, ready(1, 9_400)).state;
    assert.equal(phaseAt(one, 1).t0, undefined);
    const both = reduce(one, ready(2, 9_600)).state;
    assert.deepEqual(t0sOf(both).slice(1), [9_600 + marginMs, 9_600 + marginMs]);
    const patience = reduce(
      { ...one, failurePolicy: 'CONTINUE' },
      counted(2, 9_000 + pacing.readyGraceMs, 1),
    );
    assert.equal(phaseAt(patience.state, 1).t0, 9_000 + pacing.readyGraceMs + marginMs);
    assert.match(phaseAt(patience.state, 2).failed ?? '', /^only 1 of 2 shards/);
  });

  test('delays no phase while it waits for others itself, as the next iteration of a phase does', () => {
    const graph = [
      first,
      node('long'),
      node('middle', { startAfterStrict: [0] }),
      node('beside', { startWith: { phases: [2], delayMs: 0 }, startAfterStrict: [1] }),
    ];
    const { state } = walk(graph, [
      ...[waiting(0, 0), waiting(1, 0), waiting(2, 0), waiting(3, 0), ready(0, 100), ready(1, 100)],
      ...[finished(0, 5_300), terminated(0, 9_000), ready(2, 9_400)],
    ]);
    assert.equal(phaseAt(state, 2).t0, 9_400 + marginMs);
    assert.equal(phaseAt(state, 3).status, 'NOT_STARTED');
  });

  test('waits for the last of several, and for its own conditions', () => {
    const graph = [
      first,
      node('second', { startTimeMs: 3_000 }),
      node('both', { startWith: { phases: [0, 1], delayMs: 500 } }),
    ];
    const { state } = walk(graph, [
      ...[waiting(0, 0), waiting(1, 0), waiting(2, 0), ready(0, 100), ready(2, 150)],
      ready(1, 200),
    ]);
    const origin = state.origin ?? Number.NaN;
    assert.deepEqual(t0sOf(state), [origin, origin + 3_000, origin + 3_500]);
  });

  test('starts although the other could not, with the policy CONTINUE', () => {
    const graph = [first, along];
    const { state } = walk(
      graph,
      [
        waiting(0, 0),
        { type: 'PhaseFailed', phase: 0, reason: 'no target', at: 100 },
        waiting(1, 200),
        ready(1, 300),
      ],
      'CONTINUE',
    );
    assert.equal(phaseAt(state, 1).t0, undefined);
    const { t0 } = phaseAt(reduce(state, terminated(0, 900)).state, 1);
    assert.equal(t0, 900 + marginMs);
  });
});
