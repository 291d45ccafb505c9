import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { mock, suite, test } from 'node:test';
import { closeServer, listen } from '../../../lib/local/protocol/listen.ts';

suite('a server of this machine', () => {
  test('listens on the loopback, on any port that is free', async () => {
    const server = createServer((_request, response) => response.end('here'));
    const url = await listen(server);
    assert.match(url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    assert.equal(await (await fetch(url)).text(), 'here');
    assert.deepEqual([server.keepAliveTimeout, server.listenerCount('error')], [65_000, 0]);
    await closeServer(server, 1_000);
  });

  test('names which port it cannot have, and why', async () => {
    const first = createServer();
    const url = await listen(first);
    const port = Number(new URL(url).port);
    await assert.rejects(listen(createServer(), port), {
      name: 'DownpourError',
      code: 'PORT_UNUSABLE',
      status: 409,
      message: `Port ${port} is in use by another program: choose another port, or port 0 for any free port`,
    });
    await closeServer(first, 1_000);
    for (const [code, expected] of [
      ['EACCES', 'Port 80 needs more permissions: choose another port, or port 0 for any free port'],
      ['ENOBUFS', 'ENOBUFS'],
    ] as const) {
      const server = createServer();
      mock.method(server, 'listen', () => server.emit('error', Object.assign(new Error(code), { code })));
      await assert.rejects(listen(server, 80), { message: expected });
    }
  });

  test('closes at once when nothing runs, and twice without harm; no timer is left', async () => {
    const server = createServer((_request, response) => response.end());
    const url = await listen(server);
    await (await fetch(url)).text();
    const cleared = mock.method(globalThis, 'clearTimeout');
    const set = mock.method(globalThis, 'setTimeout');
    await closeServer(server, 60_000);
    const [timer] = set.mock.calls.flatMap(({ arguments: [, ms], result }) =>
      ms === 60_000 ? [result] : [],
    );
    assert.ok(cleared.mock.calls.some(({ arguments: [one] }) => one === timer));
    set.mock.restore();
    cleared.mock.restore();
    assert.equal(server.listening, false);
    await closeServer(server, 60_000);
  });

  test('cuts a request off that does not end within the grace', async () => {
    const server = createServer();
    const url = await listen(server);
    const requested = request(url).end();
    await once(server, 'request');
    const cut = once(requested, 'error');
    await closeServer(server, 20);
    const [error] = (await cut) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNRESET');
  });
});
