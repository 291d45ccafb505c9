import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { corsOf } from '../../../lib/cors.ts';
import { createGateway } from '../../../lib/local/gateway/gateway.ts';
import { listening } from '../scratch.ts';

const [mine, other] = ['https://reports.example.com', 'https://evil.example.com'];

/** A gateway with one route, whose function counts its calls. */
async function serve(t: TestContext, setting: string) {
  const asked = { count: 0 };
  const gateway = createGateway({
    keyHeader: 'x-downpour-api-key',
    routes: [{ key: 'ANY /a', functionName: 'a' }],
    invoke: async () => {
      asked.count += 1;
      return { requestId: 'r', payload: '{"statusCode":200,"headers":{"x-downpour-dialect":"sql"}}' };
    },
    cors: corsOf(setting, 'Acme'),
  });
  const url = await listening(t, gateway);
  const send = async (method: string, path: string, headers: Record<string, string>) => {
    const answer = await fetch(url + path, { method, headers });
    const names = ['allow-origin', 'allow-methods', 'allow-headers', 'max-age', 'expose-headers'];
    const cors = names.flatMap((name) => answer.headers.get(`access-control-${name}`) ?? []);
    return [answer.status, ...cors, ...(answer.headers.get('vary')?.split(', ') ?? [])];
  };
  return { send, asked, url };
}

const readMethods = 'GET,HEAD';
const methods = 'GET,HEAD,POST,PUT,DELETE';
const requestHeaders = 'authorization,content-type,idempotency-key,if-none-match,x-acme-api-key';
const replyHeaders = 'allow,apigw-requestid,etag,link,retry-after,x-downpour-dialect';
const before = { 'access-control-request-method': 'GET' };

test('with * every page may read', async (t) => {
  const { send, asked } = await serve(t, '*');
  assert.deepEqual(await send('OPTIONS', '/none', { origin: other, ...before }), [
    ...[204, '*', readMethods, requestHeaders, '3600'],
  ]);
  assert.equal(asked.count, 0, 'the front end answers by itself');
  assert.deepEqual(await send('GET', '/a', { origin: other }), [200, '*', replyHeaders]);
  assert.deepEqual(await send('GET', '/none', { origin: other }), [404, '*', replyHeaders]);
});

test('blanks around * or none, large letters and usual ports change no rights', () => {
  assert.deepEqual(corsOf(' * ', 'Acme'), corsOf('*', 'Acme'));
  assert.equal(corsOf(' none', 'Acme'), undefined);
  const named = 'https://None.Example.com:443, http://a:80,http://a:81';
  assert.deepEqual(corsOf(named, 'Acme')?.origins, ['https://none.example.com', 'http://a', 'http://a:81']);
  for (const wrong of ['*,http://a', 'http://a, none', 'http://a:99999', 'null', 'http://a,'])
    assert.throws(() => corsOf(wrong, 'Acme'), /are not valid: write origins such as/);
});

test('an origin that is named may write, and no other may read', async (t) => {
  const { send } = await serve(t, `https://a.example.com:8443, ${mine}`);
  assert.deepEqual(await send('OPTIONS', '/a', { origin: mine, ...before }), [
    ...[204, mine, methods, requestHeaders, '3600', 'Origin'],
  ]);
  assert.deepEqual(await send('OPTIONS', '/a', { origin: other, ...before }), [204, 'Origin']);
  assert.deepEqual(await send('GET', '/a', { origin: mine }), [200, mine, replyHeaders, 'Origin']);
  assert.deepEqual(await send('GET', '/a', { origin: other }), [200, 'Origin']);
});

test('a page of another origin changes nothing by a request that browsers send unasked', async (t) => {
  for (const setting of ['*', 'none', mine]) {
    const { send, asked } = await serve(t, setting);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const origin of [other, 'null', 'http://127.0.0.1:1'])
      assert.equal((await send('POST', '/a', { ...form, origin }))[0], 403, `${setting} ${origin}`);
    assert.equal(asked.count, 0);
    assert.equal((await send('POST', '/a', form))[0], 200, 'a program has no origin');
    assert.equal((await send('POST', '/a', { ...form, origin: mine }))[0], setting === mine ? 200 : 403);
  }
});

test('a page of the service itself may change things', async (t) => {
  const { send, url } = await serve(t, 'none');
  assert.equal((await send('POST', '/a', { origin: url }))[0], 200);
});

test('without CORS, and for what no page sends, nothing is added and the route is asked', async (t) => {
  const off = await serve(t, 'none');
  assert.deepEqual(await off.send('GET', '/a', { origin: mine }), [200]);
  assert.deepEqual(await off.send('OPTIONS', '/a', { origin: mine, ...before }), [200]);
  const on = await serve(t, '*');
  assert.deepEqual(await on.send('GET', '/a', {}), [200]);
  assert.deepEqual(await on.send('OPTIONS', '/a', {}), [200]);
  assert.deepEqual(await on.send('OPTIONS', '/a', { origin: mine }), [200, '*', replyHeaders]);
  assert.equal(on.asked.count, 3);
});

test('a setting that means no origins is refused', () => {
  for (const wrong of ['', 'example.com', 'https://a.b/c', '*,https://a.b', 'none,https://a.b', 'ftp://a'])
    assert.throws(() => corsOf(wrong, 'Acme'), { code: 'CORS_INVALID', status: 400 }, wrong);
  for (const right of ['*', 'none', 'http://localhost:5173', 'https://a.b,https://c.d'])
    assert.doesNotThrow(() => corsOf(right, 'Acme'), right);
});
