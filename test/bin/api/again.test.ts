import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { again, mayPass } from '../../../bin/api/again.ts';
import { connect } from '../../../bin/api/client.ts';
import { DownpourError } from '../../../lib/errors.ts';

/** A request that may be repeated is, when the answer may have got lost, and under one idempotency key. */

suite('a request that is sent again', () => {
  const failure = new DownpourError('INTERNAL', 500, 'failed');
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);

  test('is answered at last, or fails with the last failure', async () => {
    let left = 3;
    const send = async () => {
      left -= 1;
      if (left >= 0) throw failure;
      return 'answer';
    };
    assert.equal(await again(send, pause), 'answer');
    assert.deepEqual(pauses, [300, 1_000, 3_000]);
    left = 9;
    await assert.rejects(again(send, pause), failure);
    assert.equal(left, 5);
  });

  test('is one that failed on the way or in the server', () => {
    const lost = (code: string) =>
      new DownpourError('API_UNREACHABLE', 503, 'no answer', {
        cause: new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }),
      });
    assert.ok(mayPass(new DownpourError('HTTP_429', 429, 'Too Many Requests')));
    assert.ok(mayPass(failure) && mayPass(lost('ECONNRESET')) && mayPass(lost('UND_ERR_SOCKET')));
    for (const error of [new DownpourError('A', 409, ''), new Error('bug'), lost('ECONNREFUSED')])
      assert.ok(!mayPass(error));
  });
});

test('a burst whose answer got lost is asked for again under the same key, another one under another', async () => {
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
    assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(keys[1], keys[0]);
    await api.startBurst({ document: 'name: x' });
    assert.notEqual(keys[2], keys[0]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
