import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { suite, test } from 'node:test';
import type { Thread, ThreadOrder } from '../../../../lib/driver/driving/threads/messages.ts';
import { runRemotely } from '../../../../lib/driver/driving/threads/remote-run.ts';
import type { Assignment } from '../../../../lib/driver/model/plan.ts';
import { VirtualClock } from '../../virtual-clock.ts';

/** Tests how a drive opens its part of the load in another thread. */

// The assignment is empty, because these threads do not read it.
const order: ThreadOrder = { assignment: {} as Assignment };

/** A thread that answers each call. With `error`, it answers the first call with that error. */
function threadThat(error?: string): Thread {
  let listener: Parameters<Thread['listen']>[0] = () => {};
  return {
    post: ({ id, call }) =>
      listener(call === 'open' && error !== undefined ? { id, error } : { id, reply: undefined }),
    listen: (received) => {
      listener = received;
    },
    release: () => {},
    end: () => {},
  };
}

suite('the stop of a drive that opens', () => {
  const environment = { clock: new VirtualClock().clock, published: () => {} };

  test('is listened to no longer when the part is open, or could not be opened', async () => {
    const stopping = new AbortController();
    const listeners = () => getEventListeners(stopping.signal, 'abort').length;
    for (let part = 0; part < 3; part += 1)
      await runRemotely(threadThat(), order, environment, stopping.signal);
    assert.equal(listeners(), 0);
    await assert.rejects(runRemotely(threadThat('no room'), order, environment, stopping.signal), /no room/);
    assert.equal(listeners(), 0);
  });
});
