import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompiledScenario, Step } from '../../../lib/driver/model/session.ts';
import { RunningSequence, Session } from '../../../lib/driver/session/session.ts';
import { VirtualClock } from '../virtual-clock.ts';

/** A session runs its sequences as far as they go, loses no wake-up, and ends once. */

/** One that no session runs. */
const aSequence = new RunningSequence({ name: 'none', concurrency: 0, steps: [], places: [] }, 0);

/** A session with one sequence for each list of steps, and what it says to its phase. */
function sessionOf(sequences: readonly (readonly Step[])[], next?: number) {
  const ended: number[] = [];
  const failures: unknown[] = [];
  const scenario: CompiledScenario = {
    variables: ['a'],
    resourceCount: 0,
    arrays: [],
    builtIns: [{ slot: 0, value: (id) => id * 10 }],
    initial: sequences.map((_, index) => index),
    sequences: sequences.map((steps, index) => ({
      name: `s${index}`,
      concurrency: 0,
      places: steps.map((_, at) => `s${index}, ${at}`),
      steps,
      ...(next === undefined ? {} : { next }),
    })),
    maxRequests: 1,
  };
  const { clock } = new VirtualClock();
  const session = new Session(4, scenario, {
    clock,
    finished: () => false,
    ended: ({ dueNs }) => ended.push(dueNs),
    failed: (error) => failures.push(error),
  });
  return { session, ended, failures };
}

suite('a session', () => {
  test('that is woken by its own step asks every sequence again', () => {
    let open = false;
    const waiting: Step = () => open;
    const waking: Step = (session, sequence) => {
      open = true;
      session.goOn(sequence, 5, 0);
      return true;
    };
    for (const last of [[], [() => false]]) {
      open = false;
      const { session, ended, failures } = sessionOf([[waiting], [waking, ...last]]);
      session.start(1, 2);
      if (last.length > 0) session.stop();
      assert.deepEqual([ended, failures, session.active, open], [[5], [], false, true]);
    }
  });

  test('that waits goes on when it is woken, and from the instant it is told', () => {
    let open = false;
    const { session, ended } = sessionOf([[() => open]]);
    session.start(1, 2);
    session.goOn(aSequence, 3, 0);
    assert.deepEqual([session.active, session.dueNs, ended], [true, 3, []]);
    open = true;
    session.goOn(aSequence, 7, 0);
    assert.deepEqual([session.active, session.intendedNs, ended], [false, 1, [7]]);
  });

  test('whose step throws fails its phase, and ends once', () => {
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
    assert.deepEqual([String(failures), ended, session.stopped], ['PlacedError: s1, 0: no', [2], true]);
    assert.equal((failures[0] as Error).cause, error);
  });

  test('says when a sequence that it should start is running', () => {
    const started: unknown[] = [];
    const { session, failures } = sessionOf([
      [(one, sequence) => started.push(one.startSequence(0, sequence)) > 0],
    ]);
    session.start(1, 2);
    assert.deepEqual([started, failures], [[undefined], []]);
    assert.throws(() => session.startSequence(3, aSequence), /^Error: no sequence 3$/);
  });

  test('that is stopped ends the pauses of its sequences, and begins anew with nothing of before', () => {
    let cancelled = 0;
    const slots: unknown[] = [];
    const paused: Step = (session, sequence) => {
      slots.push(session.slots[0]);
      session.slots[0] = 'changed';
      sequence.cancelPause = () => {
        cancelled += 1;
      };
      return false;
    };
    const { session, ended } = sessionOf([[paused]]);
    session.start(1, 2);
    session.stop();
    session.stop();
    assert.deepEqual([cancelled, ended], [1, [2]]);
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
