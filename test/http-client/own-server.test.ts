import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { isLost } from '../../lib/http-client/call.ts';
import { sendToOwnServer } from '../../lib/http-client/own-server.ts';

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = { method: 'GET', silenceMs: 5_000 } as const;

test('a call has its method, path, headers and body, and the whole response is read', async (t) => {
  const ports = new Set<number | undefined>();
  const url = await serve(t, async (request, response) => {
    ports.add(request.socket.remotePort);
    const { method, url, headers } = request;
    const body = Buffer.concat(await request.toArray()).toString();
    const { 'user-agent': agent, 'x-own': own } = headers;
    response.writeHead(207, { 'x-more': ['a', 'b'] });
    response.write(`${[method, url, agent, own].join(' ')} `);
    response.end(body);
  });
  const headers = { 'x-own': 'yes' };
  const call = { method: 'POST', headers, body: 'é', silenceMs: 5_000 } as const;
  for (const body of ['é', Buffer.from('é')]) {
    const answer = await sendToOwnServer(`${url}/a?b=c`, { ...call, body });
    assert.equal(answer.status, 207);
    assert.equal(answer.headers['x-more'], 'a, b');
    assert.equal(answer.body.toString(), 'POST /a?b=c downpour yes é');
  }
  assert.equal(ports.size, 1);
});

test('a server that is silent, cuts its response off or does not listen has no answer', async (t) => {
  const silent = await serve(t, () => undefined);
  await assert.rejects(sendToOwnServer(silent, { ...get, silenceMs: 20 }), { code: 'ETIMEDOUT' });
  const cut = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('12345', () => response.destroy());
  });
  await assert.rejects(sendToOwnServer(cut, get), isLost);
  await assert.rejects(sendToOwnServer('http://127.0.0.1:1', get), { code: 'ECONNREFUSED' });
});

test('a signal aborts a call, also while the response is read', async (t) => {
  const ending = new AbortController();
  const url = await serve(t, (_, response) => {
    response.write('begun', () => ending.abort());
  });
  await assert.rejects(sendToOwnServer(url, { ...get, signal: ending.signal }), { name: 'AbortError' });
});
