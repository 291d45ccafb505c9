import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGateway } from '../../../lib/local/gateway/gateway.ts';
import { holdBursts } from '../../../lib/local/gateway/held-bursts.ts';
import { listening } from '../scratch.ts';

test('a burst is held by its token until the connection closes, and a malformed body holds nothing', async (t) => {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
  const held = holdBursts({
    stop: async (order) => stop(order),
    isRunning: (burst) => burst === 'b',
    log: assert.ifError,
  });
  const invoke = async (): Promise<never> => assert.fail('no function is invoked');
  const url = await listening(t, createGateway({ routes: [], invoke, keyHeader: 'x-a-api-key', held }));
  const leave = new AbortController();
  const hold = (body: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${url}/hold`, { method: 'POST', body, ...(signal && { signal }) });
  const long = JSON.stringify({ burst: 'b', token: 't'.repeat(5000) });
  for (const body of ['', '{', 'null', '[]', '{"burst":"b"}', '{"burst":1,"token":"t"}', long]) {
    const answer = await hold(body);
    assert.equal(answer.status, 400, body);
    assert.match(await answer.text(), /Bad Request: the body must be a JSON object of at most 4096 bytes/);
  }
  assert.equal((await hold('{"burst":"b","token":"t","more":1}', leave.signal)).status, 200);
  leave.abort();
  assert.deepEqual(JSON.parse(await stopped), { burst: 'b', token: 't' });
});
