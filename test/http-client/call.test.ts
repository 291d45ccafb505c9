import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { ownAgent } from '../../lib/http-client/agent.ts';
import { reasonOf, sendRequest } from '../../lib/http-client/call.ts';

/** A call to a real server, and the message for a call without a response. */

/** Ports that `fetch` rejects (fetch.spec.whatwg.org, "bad port"), although any user may listen on them. */
const refusedByFetch = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 10080,
];

async function listenOn(server: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    const opened = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (opened) return (server.address() as AddressInfo).port;
  }
  throw new Error('every port is taken');
}

suite('a call', () => {
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    response.writeHead(201, { 'x-answer': 'yes' }).end('here');
  });
  let port: number;
  before(async () => {
    port = await listenOn(server, refusedByFetch);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  test('reaches ports that fetch refuses, and brings head and body back', async () => {
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`), (error: Error) =>
      String(error.cause).includes('bad port'),
    );
    const url = `http://127.0.0.1:${port}/a%20b?c=%24`;
    const { status, headers, body } = await sendRequest(ownAgent(), url, { method: 'GET', silenceMs: 5000 });
    assert.deepEqual([status, headers['x-answer'], String(body)], [201, 'yes', 'here']);
    const request = received.pop();
    assert.deepEqual([request?.url, request?.headers['user-agent']], ['/a%20b?c=%24', 'downpour']);
  });

  test('has the user and the password of its URL, unless a header says who calls', async () => {
    const url = `http://ad%C3%A1:se%40cret@127.0.0.1:${port}/`;
    await sendRequest(ownAgent(), url, { method: 'GET', silenceMs: 5000 });
    assert.equal(
      received.pop()?.headers.authorization,
      `Basic ${Buffer.from('adá:se@cret').toString('base64')}`,
    );
    const headers = { authorization: 'Bearer token' };
    await sendRequest(ownAgent(), url, { method: 'GET', silenceMs: 5000, headers });
    assert.equal(received.pop()?.headers.authorization, 'Bearer token');
  });

  test('ends with its signal', async () => {
    const deaf = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(deaf, 'listening');
    const url = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}/`;
    const ending = new AbortController();
    deaf.once('request', () => ending.abort(new Error('enough')));
    const requested = { method: 'GET', silenceMs: 60_000, signal: ending.signal } as const;
    await assert.rejects(sendRequest(ownAgent(), url, requested), { message: 'enough' });
    deaf.close();
  });
});

test('the reason of a failure is in words, also where all addresses of a name failed', () => {
  const refused = new Error('connect ECONNREFUSED ::1:9');
  assert.equal(reasonOf(refused), refused.message);
  assert.equal(reasonOf(new AggregateError([refused, new Error('another')])), refused.message);
  assert.equal(reasonOf(new AggregateError([])), 'AggregateError');
  assert.equal(reasonOf('odd'), 'odd');
});
