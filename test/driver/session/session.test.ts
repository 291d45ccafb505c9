import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompiledScenario, Step } from '../../../lib/driver/model/session.ts';
import { RunningSequence } from '../../../lib/driver/session/running-sequence.ts';
import { Session } from '../../../lib/driver/session/session.ts';
import { type Flaws, VirtualClock } from '../virtual-clock.ts';

/** A session runs its sequences as far as possible, misses no wake-up, and ends once. */

/** A sequence that no session runs. */
const aSequence = new RunningSequence({ name: 'none', concurrency: 0, steps: [], places: [] }, 0);

/** Makes a session with one sequence for each list of steps. It records the session's calls to its phase. */
function sessionOf(
  sequences: readonly (readonly Step[])[],
  {
    next,
    flaws,
    initial = sequences.map((_, index) => index),
  }: { readonly next?: number; readonly flaws?: Flaws; readonly initial?: readonly number[] } = {},
) {
  const ended: number[] = [];
  const failures: unknown[] = [];
  const scenario: CompiledScenario = {
    variables: ['a'],
    resourceCount: 0,
    arrays: [],
    builtIns: [{ slot: 0, value: (id) => id * 10 }],
    initial,
    sequences: sequences.map((steps, index) => ({
      name: `s${index}`,
      concurrency: 0,
      places: steps.map((_, at) => `s${index}, ${at}`),
      steps,
      ...(next === undefined ? {} : { next }),
    })),
    maxRequests: 1,
    maxSequences: 3,
  };
  const time = new VirtualClock(flaws);
  const { clock } = time;
  const session = new Session(4, scenario, {
    clock,
    finished: () => false,
    ended: ({ dueNs }) => ended.push(dueNs),
    failed: (error) => failures.push(error),
  });
  return { session, ended, failures, time };
}

suite('a session', () => {
  test('that is woken by its own step runs every sequence again', () => {
    let open = false;
    const waiting: Step = () => open;
    const waking: Step = (session) => {
      open = true;
      session.resume();
      return true;
    };
    for (const last of [[], [() => false]]) {
      open = false;
      const { session, ended, failures } = sessionOf([[waiting], [waking, ...last]]);
      session.start(1, 2);
      if (last.length > 0) session.stop();
      assert.deepEqual([ended, failures, session.active, open], [[2], [], false, true]);
    }
  });

  test('that waits for an instant continues there, as if no timer were late or early', async () => {
    for (const timerMs of [0, 3, -0.7]) {
      const { session, ended, time } = sessionOf(
        [[(one, sequence) => one.waitUntil(sequence, startNs + 5e6, 1)]],
        { flaws: { timerMs: () => timerMs } },
      );
      const startNs = time.clock.nowNs();
      session.start(startNs, startNs);
      session.resume();
      assert.deepEqual([session.active, time.waiting], [true, 1], 'one timer for any number of calls');
      await time.pass(4.9);
      assert.deepEqual([session.active, ended], [true, []]);
      await time.pass(0.1 + Math.max(0, timerMs));
      assert.deepEqual([session.active, ended], [false, [startNs + 5e6]]);
    }
  });

  test('starts a sequence as new, although its last user left while it waited', async () => {
    let open = false;
    const intended: number[] = [];
    const pausing: Step = (one, sequence) => one.waitUntil(sequence, startNs + 5e6, startNs + 5e6);
    const noting: Step = (_, sequence) => intended.push(sequence.intendedNs) > 0;
    const { session, time } = sessionOf(
      [
        [pausing, () => false],
        [() => open, noting],
      ],
      { initial: [0] },
    );
    const startNs = time.clock.nowNs();
    session.start(startNs, startNs);
    session.startSequence(1, aSequence, '');
    session.resume();
    session.stop();
    open = true;
    session.start(startNs, startNs);
    await time.pass(6);
    session.startSequence(1, aSequence, '');
    session.resume();
    assert.deepEqual(intended, [aSequence.intendedNs], 'it does not share the pause of the other one');
  });

  test('that gets another instant to wait for waits for that instant', async () => {
    for (const second of [2, 9]) {
      let untilMs = 5;
      const { session, ended, time } = sessionOf([
        [(one, sequence) => one.waitUntil(sequence, startNs + untilMs * 1e6, 1)],
      ]);
      const startNs = time.clock.nowNs();
      session.start(startNs, startNs);
      untilMs = second;
      session.resume();
      await time.pass(20);
      assert.deepEqual(ended, [startNs + second * 1e6]);
    }
  });

  test('fails its phase when a step throws, and ends once', () => {
    const error = new Error('no');
    const { session, ended, failures } = sessionOf([
      [() => false],
      [
        () => {
          throw error;
        },
      ],
    ]);
    session.start(1, 2);
    session.stop();
    assert.deepEqual([String(failures), ended, session.stopped], ['Error: s1, 0: no', [2], true]);
    assert.equal((failures[0] as Error).cause, error);
  });

  test('says when a sequence that it should start is running', () => {
    const started: unknown[] = [];
    const { session, failures } = sessionOf([
      [(one, sequence) => started.push(one.startSequence(0, sequence, 'here')) > 0],
    ]);
    session.start(1, 2);
    assert.deepEqual([started, failures], [[undefined], []]);
    session.startSequence(3, aSequence, 'here');
    assert.match(String(failures), /^Error: here: no sequence 3$/);
  });

  test('that is stopped ends the pauses of its sequences, and begins again with nothing of before', () => {
    const slots: unknown[] = [];
    const paused: Step = (one, sequence) => {
      slots.push(one.slots[0]);
      one.slots[0] = 'changed';
      return one.waitUntil(sequence, time.clock.nowNs() + 1e9, 1);
    };
    const { session, ended, time } = sessionOf([[paused]]);
    session.start(1, 2);
    session.stop();
    session.stop();
    assert.deepEqual([time.waiting, ended], [0, [2]]);
    session.start(8, 9);
    assert.deepEqual([slots, session.active, session.stopped], [[40, 40], true, false]);
    assert.deepEqual([session.intendedNs, session.dueNs], [8, 9]);
  });

  test('counts the latency of its first request from its intended start, of later ones from when it was due', () => {
    let sequence: RunningSequence | undefined;
    const { session } = sessionOf([
      [
        (_session, running) => {
          sequence = running as RunningSequence;
          return false;
        },
      ],
    ]);
    session.start(1, 2);
    assert.ok(sequence);
    const first = session.requestBegins(sequence);
    session.requestEnded(sequence, 6, false);
    assert.deepEqual([first, session.requestBegins(sequence)], [1, 6]);
    session.stop();
    assert.equal(session.active, true, 'a request is still in flight');
    session.requestEnded(sequence, 7, true);
    assert.deepEqual([session.active, session.dueNs], [false, 7]);
  });
});
