import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { MockAgent } from 'undici';
import { following, proxied, repeating } from '../../lib/http-client/agent.ts';
import { sendRequest } from '../../lib/http-client/call.ts';
import { proxyVariables } from '../../lib/http-client/proxy-variables.ts';

/** The connections that this process keeps between requests. A mock of undici replaces the network. */

const origin = 'http://api.example';

function network(t: TestContext): MockAgent {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent.enableCallHistory();
  t.after(() => agent.close());
  return agent;
}
const paths = (agent: MockAgent) =>
  (agent.getCallHistory()?.calls() ?? []).map(({ method, fullUrl }) => `${method} ${fullUrl}`);
const requested = { silenceMs: 1000, headers: { 'x-key': 'secret' } } as const;
const failure = (code: string): Error => Object.assign(new Error(code), { code });

suite('a request that may be repeated', () => {
  /** Records the pauses without waiting for them. */
  function pausesOf(t: TestContext): readonly (number | undefined)[] {
    const wait = globalThis.setTimeout;
    const { mock } = t.mock.method(globalThis, 'setTimeout', (then: () => void) => wait(then, 0));
    return new Proxy([], {
      get: (_, key) =>
        Reflect.get(
          mock.calls.map(({ arguments: given }) => (given as readonly unknown[])[1] as number),
          key,
        ),
    });
  }

  for (const method of ['GET', 'PUT', 'POST', 'DELETE'] as const)
    test(`is sent up to four times, the pauses longer each time: ${method}`, async (t) => {
      const agent = network(t);
      const server = agent.get(origin);
      for (const status of [500, 429, 504])
        server
          .intercept({ path: '/a', method, body: (body) => body === 'x' || method === 'GET' })
          .reply(status);
      server.intercept({ path: '/a', method }).reply(202, 'done');
      const pauses = pausesOf(t);
      const body = method === 'GET' ? undefined : 'x';
      const { status, body: text } = await sendRequest(repeating(agent), `${origin}/a`, {
        ...requested,
        method,
        body,
      });
      assert.deepEqual([status, String(text)], [202, 'done']);
      assert.deepEqual([...pauses], [300, 1000, 3000]);
    });

  test('is not sent again when the server is full: somebody has to make room first', async (t) => {
    const agent = network(t);
    agent.get(origin).intercept({ path: '/a', method: 'POST' }).reply(507, 'full').times(9);
    pausesOf(t);
    const { status } = await sendRequest(repeating(agent), `${origin}/a`, {
      ...requested,
      method: 'POST',
      body: '',
    });
    assert.equal(status, 507);
    assert.equal(paths(agent).length, 1);
  });

  test('is answered with the last failure', async (t) => {
    const agent = network(t);
    agent.get(origin).intercept({ path: '/a', method: 'POST' }).reply(503, 'busy').times(9);
    pausesOf(t);
    const { status, body } = await sendRequest(repeating(agent), `${origin}/a`, {
      ...requested,
      method: 'POST',
      body: '',
    });
    assert.deepEqual([status, String(body)], [503, 'busy']);
    assert.equal(paths(agent).length, 4);
  });

  test('waits as long as the server says, and no longer than 3 s', async (t) => {
    const agent = network(t);
    const server = agent.get(origin);
    for (const seconds of ['2', '60'])
      server.intercept({ path: '/a' }).reply(429, '', { headers: { 'retry-after': seconds } });
    server.intercept({ path: '/a' }).reply(200, '');
    const pauses = pausesOf(t);
    await sendRequest(repeating(agent), `${origin}/a`, { ...requested, method: 'GET' });
    assert.deepEqual([...pauses], [2000, 3000]);
  });

  for (const [code, times] of Object.entries({
    ECONNRESET: 4,
    UND_ERR_SOCKET: 4,
    ECONNREFUSED: 1,
    ENOTFOUND: 1,
  }))
    test(`is sent ${times} times when it fails with ${code}`, async (t) => {
      const agent = network(t);
      agent.get(origin).intercept({ path: '/a' }).replyWithError(failure(code)).times(9);
      pausesOf(t);
      await assert.rejects(sendRequest(repeating(agent), `${origin}/a`, { ...requested, method: 'GET' }), {
        code,
      });
      assert.equal(paths(agent).length, times);
    });

  for (const status of [200, 400, 403, 404, 409, 501])
    test(`is sent once when the answer is ${status}`, async (t) => {
      const agent = network(t);
      agent.get(origin).intercept({ path: '/a' }).reply(status, 'said').times(9);
      const answer = await sendRequest(repeating(agent), `${origin}/a`, { ...requested, method: 'GET' });
      assert.deepEqual([answer.status, String(answer.body), paths(agent).length], [status, 'said', 1]);
    });
});

suite('a redirect', () => {
  test('of any kind is followed by an agent that follows all, as for the keys of an issuer', async (t) => {
    const agent = network(t);
    const server = agent.get(origin);
    server.intercept({ path: '/a' }).reply(301, '', { headers: { location: '/b' } });
    server.intercept({ path: '/b' }).reply(308, '', { headers: { location: '/c' } });
    server.intercept({ path: '/c' }).reply(200, 'there');
    const answer = await sendRequest(following(agent), `${origin}/a`, { ...requested, method: 'GET' });
    assert.equal(String(answer.body), 'there');
  });
});

suite('a proxy of the environment', () => {
  test('is read from both variables, and HTTP_PROXY replaces an absent HTTPS_PROXY', () => {
    const proxies = (environment: NodeJS.ProcessEnv) => {
      const { http, https, direct } = proxyVariables(environment);
      return [http?.name, http?.url, https?.name, https?.url, direct];
    };
    const [http, https] = ['http://one:1', 'https://two:2'];
    assert.deepEqual(proxies({}), [undefined, undefined, undefined, undefined, '']);
    assert.deepEqual(proxies({ HTTP_PROXY: http }), ['HTTP_PROXY', http, 'HTTP_PROXY', http, '']);
    assert.deepEqual(
      proxies({ http_proxy: 'one:1', HTTP_PROXY: 'three:3', HTTPS_PROXY: https, NO_PROXY: '*' }),
      ['http_proxy', http, 'HTTPS_PROXY', https, '*'],
    );
    assert.deepEqual(proxies({ HTTPS_PROXY: 'socks5://a:1' }).slice(2, 4), ['HTTPS_PROXY', undefined]);
  });

  /** A server that counts its requests and answers with its name. */
  async function listen(t: TestContext, name: string): Promise<{ readonly port: number; requests: number }> {
    const counted = { port: 0, requests: 0 };
    const server = createServer((_request, response) => {
      counted.requests += 1;
      response.end(name);
    });
    server.on('connect', (_request, socket) => {
      counted.requests += 1;
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    counted.port = (server.address() as AddressInfo).port;
    return counted;
  }

  test('is not asked for what is on this machine, also where NO_PROXY does not name it', async (t) => {
    const [proxy, api] = [await listen(t, 'proxy'), await listen(t, 'api')];
    const agent = proxied({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'other.example' });
    t.after(() => agent.close());
    for (const host of ['127.0.0.1', 'localhost']) {
      const { body } = await sendRequest(agent, `http://${host}:${api.port}/`, {
        ...requested,
        method: 'GET',
      });
      assert.equal(String(body), 'api', host);
    }
    assert.deepEqual([proxy.requests, api.requests], [0, 2]);
    await sendRequest(agent, 'http://api.example/', { ...requested, method: 'GET' }).catch(() => undefined);
    assert.equal(proxy.requests, 1);
  });
});
