import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { createGateway } from '../../../lib/local/gateway/gateway.ts';
import { environment } from '../../../lib/names/environment.ts';
import { listening } from '../scratch.ts';

/** Starts a gateway with one route. Returns a function that sends a request with this header Host. */
async function serve(t: TestContext) {
  const gateway = createGateway({
    keyHeader: 'x-downpour-api-key',
    routes: [{ key: 'ANY /a', functionName: 'a' }],
    invoke: async () => ({ requestId: 'r', payload: '{"statusCode":200}' }),
  });
  const url = `${await listening(t, gateway)}/a`;
  return async (host: string, method = 'GET') => {
    const [answer] = (await once(
      request(url, { method, headers: { host }, agent: false }).end(),
      'response',
    )) as [IncomingMessage];
    return { status: answer.statusCode, body: await text(answer) };
  };
}

const own = ['127.0.0.1:8090', 'localhost:1', 'LOCALHOST', 'localhost.', 'runs.localhost', '[::1]:8090'];
const inner = ['192.0.2.7', '[fe80::1]', 'build-box:8090', 'box.local', 'host.docker.internal:8090'];
const foreign = [
  'evil.example',
  'evil.example:8090',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  ' ',
  'a b.c',
];

test('an address, a loopback name or a name that is not public is accepted', async (t) => {
  const send = await serve(t);
  for (const host of [...own, ...inner]) assert.equal((await send(host)).status, 200, host);
});

test('a public name is refused with a hint, also when it leads to the loopback', async (t) => {
  const send = await serve(t);
  for (const host of foreign)
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status, body } = await send(host, method);
      assert.equal(status, 403, host);
      assert.match(body, /no name .*the variable DOWNPOUR_PUBLIC_URL set to the URL that clients use/);
    }
});

test('the name in the URL for clients is accepted with any port, and no other name', async (t) => {
  const send = await serve(t);
  process.env[environment.publicUrl] = 'https://Results.example.com/';
  t.after(() => delete process.env[environment.publicUrl]);
  for (const host of ['results.example.com', 'results.example.com:8443', '127.0.0.1'])
    assert.equal((await send(host)).status, 200, host);
  for (const host of ['example.com', 'a.results.example.com', 'results.example.com.evil.example'])
    assert.equal((await send(host)).status, 403, host);
});
