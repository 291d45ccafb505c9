import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { MockAgent } from 'undici';
import { connect } from '../../../bin/api/client.ts';
import { isWorthRepeating } from '../../../bin/api/worth-repeating.ts';
import { DownpourError } from '../../../lib/errors.ts';

/**
 * The command line repeats a request when the answer may be lost and a repeat is harmless. All attempts have
 * the same idempotency key.
 */

test('a failure on the way or in the server may pass', () => {
  const lost = (code: string) =>
    new DownpourError('API_UNREACHABLE', 503, 'no answer', {
      cause: Object.assign(new Error('x'), { code }),
    });
  assert.ok(isWorthRepeating(new DownpourError('HTTP_429', 429, 'Too Many Requests')));
  assert.ok(isWorthRepeating(new DownpourError('INTERNAL', 500, 'failed')));
  assert.ok(isWorthRepeating(lost('ECONNRESET')) && isWorthRepeating(lost('UND_ERR_SOCKET')));
  for (const error of [new DownpourError('A', 409, ''), new Error('bug'), lost('ECONNREFUSED')])
    assert.ok(!isWorthRepeating(error));
});

test('a burst whose answer got lost is requested again under the same key, another one under another', async () => {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    if (keys.length === 1) request.socket.destroy();
    else response.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"b1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const api = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    assert.equal(await api.startBurst({ document: 'name: x' }), 'b1');
    assert.equal(keys.length, 2);
    assert.match(keys[0] ?? '', /^[\d-]{16,}$/);
    assert.equal(keys[1], keys[0]);
    await api.startBurst({ document: 'name: x' });
    assert.notEqual(keys[2], keys[0]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

suite('a call to the API', () => {
  const url = 'http://api.example';
  function network(t: TestContext) {
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent.enableCallHistory();
    t.after(() => agent.close());
    return { agent, server: agent.get(url), calls: () => agent.getCallHistory()?.calls().length };
  }

  test('that would do its work twice is sent once', async (t) => {
    const { agent, server, calls } = network(t);
    server.intercept({ path: '/api/doctor', method: 'POST' }).reply(500, '{"code":"INTERNAL"}').times(9);
    await assert.rejects(connect({ url }, agent).startDoctorBurst(), {
      code: 'INTERNAL',
      message: /; the log of the API has the reason$/,
      status: 500,
    });
    assert.equal(calls(), 1);
  });

  test('with another redirect than 303 is refused with the reason', async (t) => {
    const { agent, server, calls } = network(t);
    const headers = { location: 'https://api.example/api/user/apikey' };
    server.intercept({ path: '/api/user/apikey' }).reply(301, '<h1>Moved</h1>', { headers });
    await assert.rejects(connect({ url, apiKey: 'k' }, agent).keys(), {
      status: 301,
      message: 'http://api.example answered with the status 301: Moved; check DOWNPOUR_URL',
    });
    assert.equal(calls(), 1);
  });
});
