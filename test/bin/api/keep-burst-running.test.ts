import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { connect } from '../../../bin/api/client.ts';
import { heldFor, holdBurst } from '../../../bin/api/keep-burst-running.ts';

/** A burst of a deployed API ends with the command that has started it. */

test('a deployed API is asked to hold a burst, and hears of the command until it has ended', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const api = connect({ url: 'https://api.example', apiKey: 'dpr_1_secret' });
  const burst = mock.fn<typeof api.burst>(async () => Promise.reject(new Error('not reached')));
  const { holdS = 0 } = heldFor(api);
  const hold = await holdBurst({ ...api, burst }, 'b1');
  t.mock.timers.tick((holdS * 1000) / 2);
  const requests = burst.mock.calls.map((call) => call.arguments);
  assert.ok(requests.length >= 2, 'also when one renewal is lost');
  for (const each of requests) assert.deepEqual(each, ['b1', holdS]);
  hold[Symbol.dispose]();
  t.mock.timers.tick(holdS * 1000);
  assert.equal(burst.mock.callCount(), requests.length);
});

test('an API of this machine holds a connection, and gets no other request', () => {
  for (const url of ['http://127.0.0.1:8080', 'http://localhost:8080'])
    assert.deepEqual(heldFor({ url }), {});
});
