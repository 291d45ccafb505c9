import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../../bin/api/client.ts';
import { follow } from '../../../bin/burst/follow.ts';
import type { BurstStatus } from '../../../lib/api.generated.ts';
import { apiKey, startApi } from '../api.ts';

const running: BurstStatus = { id: 'b1', benchmark: 'shop', state: 'running', phases: [] };
const never = new AbortController().signal;

test('when the API has gone, following it says what became of the burst', async () => {
  const server = await startApi({ statuses: [running] });
  const statuses = follow(connect({ url: server.url, apiKey }), 'b1', never, 0);
  assert.equal((await statuses.next()).value?.state, 'running');
  await server[Symbol.asyncDispose]();
  await assert.rejects(statuses.next(), (error: Error & { status?: number; code?: string }) => {
    assert.deepEqual([error.code, error.status], ['BURST_LOST', 503]);
    assert.match(
      error.message,
      /^http.* stopped answering: if its process has ended, the load of burst b1 has ended with it and no run of it is kept$/,
    );
    return true;
  });
});

test('the user who stops a burst reads "by you", not the name of their key', async () => {
  const stopped: BurstStatus = { ...running, state: 'stopped', reason: 'stopped by admin' };
  await using server = await startApi({ statuses: [stopped], stopped });
  const api = connect({ url: server.url, apiKey });
  assert.equal((await api.burst('b1')).reason, 'stopped by admin');
  await api.stopBurst('b1');
  assert.equal((await api.burst('b1')).reason, 'stopped by you');
});
