import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompiledScenario, Step } from '../../../lib/driver/model/session.ts';
import { Session } from '../../../lib/driver/session/session.ts';
import { VirtualClock } from '../virtual-clock.ts';

/** A session runs its sequences as far as they go, loses no wake-up, and ends once. */

/** A session with one sequence for each list of steps, and what it says to its phase. */
function sessionOf(sequences: readonly (readonly Step[])[], next?: number) {
  const ended: number[] = [];
  const failures: unknown[] = [];
  const scenario: CompiledScenario = {
    slotCount: 1,
    builtIns: [{ slot: 0, value: (id) => id * 10 }],
    initial: sequences.map((_, index) => index),
    sequences: sequences.map((steps, index) => ({ name: `s${index}`, steps, next })),
    maxRequests: 1,
  };
  const { clock } = new VirtualClock();
  const session = new Session(4, scenario, {
    clock,
    ended: ({ dueNs }) => ended.push(dueNs),
    failed: (error) => failures.push(error),
  });
  return { session, ended, failures };
}

suite('a session', () => {
  test('that is woken by its own step asks every sequence again', () => {
    let open = false;
    const waiting: Step = () => open;
    const waking: Step = (session) => {
      open = true;
      session.goOn(5);
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
    session.goOn(3);
    assert.deepEqual([session.active, session.dueNs, ended], [true, 3, []]);
    open = true;
    session.goOn(7);
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
    assert.deepEqual([failures, ended, session.stopped], [[error], [2], true]);
  });

  test('does not start a sequence that is running, or that there is not', () => {
    const { session, failures } = sessionOf([[(one) => (one as Session).startSequence(0) === undefined]]);
    session.start(1, 2);
    const { session: other } = sessionOf([]);
    assert.equal(String(failures), "Error: sequence 's0' is already running");
    assert.throws(() => other.startSequence(3), /^Error: sequence '3' is already running$/);
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
    const { session } = sessionOf([[() => false]]);
    session.start(1, 2);
    const first = session.requestBegins();
    session.requestEnded(6, false);
    assert.deepEqual([first, session.requestBegins()], [1, 6]);
    session.stop();
    assert.equal(session.active, true, 'a request is still in flight');
    session.requestEnded(7, true);
    assert.deepEqual([session.active, session.dueNs], [false, 7]);
  });
});
