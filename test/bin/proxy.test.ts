import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { readConcurrency } from '../../bin/deploy/account/concurrency.ts';
import { apiKey } from './api.ts';
import { downpour } from './downpour.ts';

/** A proxy that records its requests. It answers plain requests with `body`, and rejects tunnels. */
async function startProxy(t: TestContext, body = '') {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').end(body);
  });
  server.on('connect', ({ method, url }, socket) => {
    requests.push(`${method} ${url}`);
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return { requests, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

suite('a proxy of the environment', () => {
  const withUrl = (DOWNPOUR_URL: string) => ({ DOWNPOUR_URL, DOWNPOUR_API_KEY: apiKey });

  test('sends the calls of the command line to an API with http', async (t) => {
    const list = { runs: [], total: 0 };
    const proxy = await startProxy(t, JSON.stringify(list));
    const { code, stdout, stderr } = await downpour(['runs', '--json'], {
      ...withUrl('http://api.example'),
      http_proxy: proxy.address,
    });
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(JSON.parse(stdout), list);
    assert.match(proxy.requests.join(), /^GET http:\/\/api\.example\/api\/run\/list\?\S+$/);
  });

  test('makes a tunnel to an API with https, and the message names a refusal of the proxy', async (t) => {
    const proxy = await startProxy(t);
    const { code, stderr } = await downpour(['runs'], {
      ...withUrl('https://api.example'),
      HTTPS_PROXY: `http://user:secret@${proxy.address}`,
    });
    assert.equal(code, 3);
    assert.equal(
      stderr.trim(),
      'error No answer from https://api.example: the proxy answered with the status 407; check that the API runs there, and that the proxy in HTTPS_PROXY reaches it (hosts in NO_PROXY are called without the proxy)',
    );
    assert.deepEqual(proxy.requests, ['CONNECT api.example:443']);
  });

  test('is rejected without its password when Downpour cannot use it', async () => {
    const { code, stderr } = await downpour(['runs'], {
      ...withUrl('https://api.example'),
      HTTPS_PROXY: 'socks5://user:secret@127.0.0.1:1080',
    });
    assert.equal(code, 2);
    assert.match(stderr, /^error the variable HTTPS_PROXY is not the address of a proxy .* write an address/);
    assert.doesNotMatch(stderr, /secret/);
  });

  test('sends the calls of a deployment to AWS', async (t) => {
    const proxy = await startProxy(t);
    const before = { ...process.env };
    t.after(() => {
      process.env = before;
    });
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'example',
      HTTPS_PROXY: proxy.address,
    });
    assert.ok((await readConcurrency('eu-west-1')) instanceof Error);
    assert.deepEqual([...new Set(proxy.requests)], ['CONNECT lambda.eu-west-1.amazonaws.com:443']);
  });
});
