import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, suite, test } from 'node:test';
import { post } from '../../../functions/outside/post.ts';
import type { AddressRules } from '../../../lib/driver/model/guards.ts';

/**
 * A body is sent once and completely to a permitted host. It is never sent to a rejected address, under any
 * name of that address.
 */

const own: AddressRules = { loopback: true, privateNetworks: false, named: [] };
const lambda: AddressRules = { ...own, loopback: false };
const received: { request: IncomingMessage; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    received.push({ request, body });
    const status = Number(request.url?.slice(1) || 204);
    const [, after] = request.headers['webhook-id']?.toString().split('after ') ?? [];
    response.writeHead(status, {
      ...(status === 302 && { location: '/204' }),
      ...(after && { 'retry-after': after }),
    });
    response.end();
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const { port } = server.address() as AddressInfo;

suite('a post', () => {
  test('brings headers and body, and the status back', async () => {
    const { status } = await post(`http://localhost:${port}/201`, { 'webhook-id': 'msg_1' }, '{"ä":1}', own);
    const [{ request, body } = {}] = received.splice(0);
    assert.deepEqual(
      [status, request?.method, request?.headers['webhook-id'], body],
      [201, 'POST', 'msg_1', '{"ä":1}'],
    );
    assert.equal(request?.headers['content-type'], 'application/json');
  });

  test('reads the seconds or the date of Retry-After', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 1) });
    const asked = async (after: string) =>
      (await post(`http://localhost:${port}/503`, { 'webhook-id': `after ${after}` }, '{}', own)).retryAfterS;
    assert.equal(await asked('120'), 120);
    assert.equal(await asked('Sun, 01 Nov 2026 00:01:30 GMT'), 90);
    for (const nothing of ['0', '-5', 'soon', 'Sun, 01 Nov 2025 00:00:00 GMT'])
      assert.equal(await asked(nothing), undefined, nothing);
    received.length = 0;
  });

  test('follows no redirect', async () => {
    assert.deepEqual(await post(`http://127.0.0.1:${port}/302`, {}, '{}', own), { status: 302 });
    assert.equal(received.splice(0).length, 1);
  });

  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]'])
    test(`connects to no refused address: ${host}`, async () => {
      await assert.rejects(
        async () => post(`http://${host}:${port}/`, {}, '{}', lambda),
        /is an address of the Lambda function itself/,
      );
      assert.equal(received.length, 0);
    });

  test('connects to no private network and no metadata service', async () => {
    for (const host of ['10.0.0.1', '169.254.169.254', '[fd00:ec2::254]'])
      await assert.rejects(async () => post(`http://${host}/`, {}, '{}', own), /private network|is reserved/);
  });

  test('waits this long for a server that never answers', async () => {
    const deaf = createServer(() => {}).listen(0, '127.0.0.1');
    await once(deaf, 'listening');
    const { port: there } = deaf.address() as AddressInfo;
    await assert.rejects(post(`http://127.0.0.1:${there}/`, {}, '{}', own, 200), {
      message: `127.0.0.1:${there} did not answer in time`,
    });
    deaf.close();
  });

  test('says whom it could not tell', async () => {
    await assert.rejects(
      post('http://127.0.0.1:1/', {}, '{}', own),
      /^Error: 127\.0\.0\.1:1 cannot be reached: nothing listens on port 1 of 127\.0\.0\.1$/,
    );
  });
});
