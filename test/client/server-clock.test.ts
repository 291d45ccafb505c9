import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchBy } from '../../bin/api/calls/fetch.ts';
import { serverNow } from '../../lib/client/server-clock.ts';
import { answered } from '../../lib/web/data/answer-timeout.ts';

const hourMs = 3_600_000;

test('the present time is that of the server, unless the clocks agree to a few seconds', async (t) => {
  const nowMs = Date.UTC(2026, 10, 27, 12);
  t.mock.timers.enable({ apis: ['Date'], now: nowMs });
  const heard = async (date: string | undefined): Promise<number> => {
    const headers = date === undefined ? {} : { date };
    await answered('http://api', {}, { send: async () => new Response('', { headers }) });
    return serverNow() - nowMs;
  };
  const at = (ms: number): Promise<number> => heard(new Date(nowMs + ms).toUTCString());
  assert.deepEqual([await at(3 * hourMs), await at(-3 * hourMs)], [3 * hourMs, -3 * hourMs]);
  assert.deepEqual([await heard(undefined), await heard('yesterday')], [-3 * hourMs, -3 * hourMs]);
  assert.equal(await at(4_000), 0);
  // Commands send their requests in another way.
  const headers = { date: new Date(nowMs + hourMs).toUTCString() };
  const fetched = fetchBy(async () => ({ status: 200, headers, body: Buffer.from('') }));
  await fetched('http://api', { method: 'GET', headers: {}, redirect: 'manual', credentials: 'omit' });
  assert.equal(serverNow() - nowMs, hourMs);
});
