import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Invocation } from '../../../lib/local/function-host/host.ts';
import { createGateway, type GatewayOptions } from '../../../lib/local/gateway/gateway.ts';
import { ProtocolError } from '../../../lib/local/protocol/protocol-error.ts';
import { environment } from '../../../lib/names/environment.ts';
import { listening } from '../scratch.ts';

type Act = (event: APIGatewayProxyEventV2) => unknown;

const keys = [
  'GET /a/{id}',
  'GET /a/fixed',
  'ANY /a/fixed',
  'GET /a/{id}/rest/{more+}',
  'POST /b',
  'GET /b.c',
  'GET /c/{rest+}',
  'GET /c/{x}',
];

/** A gateway whose functions return what `act` returns. Records the last event of a function. */
async function serve(t: TestContext, act: Act = () => null, more: Partial<GatewayOptions> = {}) {
  const seen: { event?: APIGatewayProxyEventV2; functionName?: string } = {};
  const invoke = async (functionName: string, event: unknown): Promise<Invocation> => {
    Object.assign(seen, { functionName, event });
    const result = await act(event as APIGatewayProxyEventV2);
    return { requestId: 'r', payload: JSON.stringify(result) ?? 'null' };
  };
  const routes = keys.map((key) => ({ key, functionName: key }));
  const url = await listening(
    t,
    createGateway({ routes, invoke, keyHeader: 'x-a-api-key', log: console.error, ...more }),
  );
  const eventOf = (): APIGatewayProxyEventV2 => {
    assert.ok(seen.event);
    return seen.event;
  };
  return { url, seen, eventOf };
}

test('the gateway takes a whole address in the request line (RFC 9112 section 3.2.2)', async (t) => {
  const { url, seen, eventOf } = await serve(t);
  const { hostname, port } = new URL(url);
  for (const [target, path, query] of [
    [`${url}/a/1?x=y`, '/a/1', 'x=y'],
    [`HTTP://other.example/a/1`, '/a/1', ''],
  ]) {
    const [response] = (await once(
      httpRequest({ hostname, port, path: target ?? '', agent: false }).end(),
      'response',
    )) as [IncomingMessage];
    await readText(response);
    assert.deepEqual([response.statusCode, seen.functionName], [200, 'GET /a/{id}']);
    assert.deepEqual([eventOf().rawPath, eventOf().rawQueryString], [path, query]);
  }
  const [none] = (await once(
    httpRequest({ hostname, port, path: `${url}?q`, agent: false }).end(),
    'response',
  )) as [IncomingMessage];
  assert.equal(none.statusCode, 404);
  none.resume();
});

describe('the gateway finds routes as API Gateway does', () => {
  const cases: readonly (readonly [string, string, string | number])[] = [
    ['GET', '/a/1', 'GET /a/{id}'],
    ['GET', '/a/fixed', 'GET /a/fixed'],
    ['DELETE', '/a/fixed', 'ANY /a/fixed'],
    ['GET', '/a/1/rest/x/y.json', 'GET /a/{id}/rest/{more+}'],
    ['GET', '/b.c', 'GET /b.c'],
    ['GET', '/c/1', 'GET /c/{x}'],
    ['GET', '/c/1/2', 'GET /c/{rest+}'],
    ['GET', '/bxc', 404],
    ['GET', '/a/1/', 404],
    ['GET', '/a/', 404],
    ['GET', '/none', 404],
    ['POST', '/a/1', 404],
    ['HEAD', '/a/1', 404],
    ['OPTIONS', '/b', 404],
    ['GET', '/a/%E0%A4%A', 400],
  ];
  for (const [method, path, expected] of cases) {
    test(`${method} ${path}: ${expected}`, async (t) => {
      const { url, seen } = await serve(t);
      const answer = await fetch(url + path, { method });
      if (typeof expected === 'string') assert.deepEqual([answer.status, seen.functionName], [200, expected]);
      else {
        assert.equal(answer.status, expected);
        assert.equal(answer.headers.get('content-type'), 'application/json');
        assert.equal(seen.event, undefined);
        if (method !== 'HEAD') assert.ok(((await answer.json()) as { message: string }).message);
      }
    });
  }
});

describe('the event has the shape of payload format 2.0', () => {
  test('the address of the caller, which only a configured proxy may forward', async (t) => {
    const { url, eventOf } = await serve(t);
    const sourceOf = async (forwarded: string): Promise<string> => {
      await fetch(`${url}/a/1`, { headers: { 'x-forwarded-for': forwarded } });
      return eventOf().requestContext.http.sourceIp;
    };
    assert.equal(await sourceOf('203.0.113.7'), '127.0.0.1');
    process.env[environment.publicUrl] = 'https://results.example.com';
    t.after(() => delete process.env[environment.publicUrl]);
    assert.equal(await sourceOf('198.51.100.1, 203.0.113.7'), '203.0.113.7');
    assert.equal(await sourceOf('2001:db8::7'), '2001:db8::7');
    assert.equal(await sourceOf('unknown'), '127.0.0.1');
  });

  test('path, parameters and the query as it came', async (t) => {
    const { url, eventOf } = await serve(t);
    await fetch(`${url}/a/x%20y/rest/p%2Fq/r?x=1&x=2&y=a+b%20c&z=%24.a%5B%3F(%40.b)%5D&empty`);
    const event = eventOf();
    assert.equal(event.version, '2.0');
    assert.equal(event.routeKey, 'GET /a/{id}/rest/{more+}');
    assert.equal(event.rawPath, '/a/x%20y/rest/p%2Fq/r');
    assert.equal(event.rawQueryString, 'x=1&x=2&y=a+b%20c&z=%24.a%5B%3F(%40.b)%5D&empty');
    assert.deepEqual(event.pathParameters, { id: 'x y', more: 'p/q/r' });
    assert.deepEqual(event.queryStringParameters, { x: '1,2', y: 'a b c', z: '$.a[?(@.b)]', empty: '' });
    assert.equal(event.body, undefined);
    assert.equal(event.isBase64Encoded, false);
  });

  test('headers are lower case, repeated ones joined, cookies apart', async (t) => {
    const { url, eventOf } = await serve(t);
    const request = httpRequest(`${url}/a/1`, {
      headers: { 'X-Two': ['1', '2'], Cookie: 'c=3; d=4', 'User-Agent': 'me' },
    });
    await new Promise<void>((resolve) =>
      request.on('response', (answer) => resolve(void answer.resume())).end(),
    );
    const { headers, cookies, requestContext } = eventOf();
    assert.equal(headers['x-two'], '1,2');
    assert.equal(headers.cookie, undefined);
    assert.deepEqual(cookies, ['c=3', 'd=4']);
    assert.equal(headers['x-forwarded-proto'], 'http');
    assert.equal(headers['x-forwarded-for'], '127.0.0.1');
    assert.equal(requestContext.http.userAgent, 'me');
    assert.equal(requestContext.http.sourceIp, '127.0.0.1');
    assert.match(requestContext.time, /^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    const instant = Date.parse(requestContext.time.replace(/^(\d+)\/(\w+)\/(\d+):/, '$1 $2 $3 '));
    assert.equal(Math.floor(requestContext.timeEpoch / 1000) * 1000, instant);
  });

  test('the request has an id of its own, which the answer carries', async (t) => {
    const { url, eventOf } = await serve(t);
    const ids = new Set<string>();
    for (const _ of '12') {
      const answer = await fetch(`${url}/a/1`, { headers: { 'X-Forwarded-Proto': 'https' } });
      const { requestContext, headers } = eventOf();
      assert.match(requestContext.requestId, /^[0-9a-f-]{36}$/);
      assert.equal(answer.headers.get('apigw-requestid'), requestContext.requestId);
      assert.equal(headers['x-forwarded-proto'], 'https', 'what the caller says it forwards');
      ids.add(requestContext.requestId);
    }
    assert.equal(ids.size, 2);
  });

  const bodies: readonly (readonly [string, string, Buffer, boolean])[] = [
    ['JSON', 'application/json; charset=utf-8', Buffer.from('{"ü":1}'), false],
    ['a JSON dialect', 'application/problem+json', Buffer.from('{}'), false],
    ['text', 'text/yaml', Buffer.from('a: ü'), false],
    ['bytes', 'application/octet-stream', Buffer.from([0, 255]), true],
    ['a form', 'application/x-www-form-urlencoded', Buffer.from('a=1'), true],
    ['JSON that is no UTF-8', 'application/json', Buffer.from([0x22, 0xff, 0x22]), true],
  ];
  for (const [name, type, body, isBase64] of bodies) {
    test(`a body of ${name} travels as ${isBase64 ? 'Base64' : 'text'}`, async (t) => {
      const { url, eventOf } = await serve(t);
      await fetch(`${url}/b`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(body),
      });
      const event = eventOf();
      assert.equal(event.isBase64Encoded, isBase64);
      assert.deepEqual(Buffer.from(event.body ?? '', isBase64 ? 'base64' : 'utf8'), body);
    });
  }

  test('compressed JSON travels as Base64', async (t) => {
    const { url, eventOf } = await serve(t);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    for (const body of [gzipSync('{"a":1}'), Buffer.from('looks like text')]) {
      await fetch(`${url}/b`, { method: 'POST', headers, body: new Uint8Array(body) });
      assert.equal(eventOf().body, body.toString('base64'));
    }
  });
});

describe('a result becomes an answer', () => {
  const cases: Readonly<Record<string, readonly [unknown, number, string, string]>> = {
    'object with a status code': [
      {
        statusCode: 201,
        headers: { 'Content-Type': 'application/json', 'Content-Length': '999' },
        body: '{}',
      },
      ...([201, 'application/json', '{}'] as const),
    ],
    'body in Base64': [
      { statusCode: 200, body: 'YWI=', isBase64Encoded: true },
      200,
      'text/plain;charset=UTF-8',
      'ab',
    ],
    'no body': [{ statusCode: 204 }, 204, 'text/plain;charset=UTF-8', ''],
    'object without one': [{ a: 1 }, 200, 'application/json', '{"a":1}'],
    text: ['plain', 200, 'application/json', 'plain'],
    null: [null, 200, 'application/json', 'null'],
    'malformed status': [
      { statusCode: 'many' },
      502,
      'application/json',
      '{"message":"Internal Server Error"}',
    ],
    'status of another protocol': [
      { statusCode: 101 },
      502,
      'application/json',
      '{"message":"Internal Server Error"}',
    ],
    'status above all': [{ statusCode: 600 }, 502, 'application/json', '{"message":"Internal Server Error"}'],
    'malformed body': [
      { statusCode: 200, body: {} },
      502,
      'application/json',
      '{"message":"Internal Server Error"}',
    ],
  };
  for (const [name, [result, status, type, body]] of Object.entries(cases)) {
    test(name, async (t) => {
      const { url } = await serve(t, () => result);
      const answer = await fetch(`${url}/a/1`);
      assert.deepEqual(
        [answer.status, answer.headers.get('content-type'), await answer.text()],
        [status, type, body],
      );
    });
  }

  test('headers of the connection are the gateway’s own', async (t) => {
    const headers = {
      Connection: 'close',
      'Transfer-Encoding': 'chunked',
      'Keep-Alive': 'timeout=1',
      'X-Own': '1',
    };
    const { url } = await serve(t, () => ({ statusCode: 200, headers, body: 'whole' }));
    const answer = await fetch(`${url}/a/1`);
    assert.equal(await answer.text(), 'whole');
    const seen = ['connection', 'transfer-encoding', 'content-length', 'x-own'].map((name) =>
      answer.headers.get(name),
    );
    assert.deepEqual(seen, ['keep-alive', null, '5', '1']);
  });

  test('cookies become set-cookie headers', async (t) => {
    const { url } = await serve(t, () => ({ statusCode: 200, cookies: ['a=1; Path=/', 'b=2'] }));
    assert.deepEqual((await fetch(`${url}/a/1`)).headers.getSetCookie(), ['a=1; Path=/', 'b=2']);
  });
});

const failing =
  (error: unknown): GatewayOptions['invoke'] =>
  async () => {
    throw error;
  };

describe('failures have the status codes of the platform', () => {
  const cases: Readonly<Record<string, readonly [GatewayOptions['invoke'], number]>> = {
    'the function failed': [async () => ({ requestId: 'r', payload: '{}', functionError: 'Unhandled' }), 502],
    'the event was too large for it': [failing(new ProtocolError(413, 'RequestTooLargeException')), 413],
    'no environment was free': [failing(new ProtocolError(429, 'TooManyRequestsException')), 503],
    'the host closes': [failing(new ProtocolError(503, 'ServiceException')), 503],
    'it is not there': [failing(new ProtocolError(404, 'ResourceNotFoundException')), 500],
    'it took too long': [() => new Promise(() => undefined), 503],
  };
  for (const [name, [invoke, status]] of Object.entries(cases)) {
    test(`${name}: ${status}`, async (t) => {
      const { url } = await serve(t, undefined, { invoke, limits: { integrationMsMax: 30 } });
      const answer = await fetch(`${url}/a/1`);
      assert.equal(answer.status, status);
      const isRefused = status === 503 && !name.startsWith('it took');
      assert.equal(answer.headers.get('retry-after'), isRefused ? '1' : null);
      assert.ok(((await answer.json()) as { message: string }).message);
    });
  }

  test('a function that may open no more files fails with the advice to allow more', async (t) => {
    const errorMessage = "EMFILE: too many open files, open '/functions/api/run-upload/index.mjs'";
    const { url } = await serve(t, undefined, {
      invoke: async () => ({
        requestId: 'r',
        payload: JSON.stringify({ errorType: 'Runtime.ImportModuleError', errorMessage }),
        functionError: 'Unhandled',
      }),
    });
    const answer = await fetch(`${url}/a/1`);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1']);
    assert.match(await answer.text(), /Service Unavailable: .*ulimit -n 4096/);
  });

  test('the host is given who asks: a key, credentials, else an address', async (t) => {
    const callers: unknown[] = [];
    const { url } = await serve(t, undefined, {
      invoke: async (_name, _event, caller) => {
        callers.push(caller);
        return { requestId: 'r', payload: '{}' };
      },
    });
    const displayed = [
      { 'x-a-api-key': 'k' },
      { 'x-0-api-key': 'invented', 'x-a-api-key': 'k', authorization: 'Bearer t' },
      { authorization: 'Bearer t' },
      { 'x-0-api-key': 'invented' },
    ];
    for (const headers of displayed) await fetch(`${url}/a/1`, { headers });
    assert.deepEqual(callers, [
      'with x-a-api-key k',
      'with x-a-api-key k',
      'with authorization Bearer t',
      'from 127.0.0.1',
    ]);
  });

  test('all keys of a user are one caller of a judged function, and invented keys do not reach it', async (t) => {
    const users = new Map([
      ['k', 'eve'],
      ['l', 'eve'],
      ['m', 'ada'],
    ]);
    const calls: unknown[] = [];
    const { url } = await serve(t, undefined, {
      judge: '/a/fixed',
      isJudged: (name) => name === 'GET /a/{id}',
      invoke: async (name, event, caller) => {
        const { headers } = event as APIGatewayProxyEventV2;
        if (name !== 'GET /a/fixed') calls.push([name, caller]);
        else assert.deepEqual(Object.keys(headers), ['x-a-api-key'], 'no other header changes the answer');
        const user = users.get(headers['x-a-api-key'] ?? '');
        const answer = user === undefined ? { statusCode: 401, body: 'no key' } : { user };
        return { requestId: 'r', payload: JSON.stringify(answer) };
      },
    });
    const send = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await fetch(url + path, { headers })).status;
    for (const key of ['k', 'l', 'm']) await send('/a/1', { 'x-a-api-key': key });
    assert.equal(await send('/a/1', { 'x-a-api-key': 'invented' }), 401);
    await send('/a/1', {});
    await send('/b.c', { 'x-a-api-key': 'k' });
    assert.deepEqual(calls, [
      ['GET /a/{id}', 'user eve'],
      ['GET /a/{id}', 'user eve'],
      ['GET /a/{id}', 'user ada'],
      ['GET /a/{id}', 'from 127.0.0.1'],
      ['GET /b.c', 'with x-a-api-key k'],
    ]);
  });

  test('all keys of a user are one caller of a function that gets a long body', async (t) => {
    const callers: unknown[] = [];
    const { url } = await serve(t, undefined, {
      judge: '/a/fixed',
      limits: { unjudgedBytesMax: 3 },
      invoke: async (name, _, caller) => {
        if (name !== 'GET /a/fixed') callers.push(caller);
        return { requestId: 'r', payload: '{"user":"eve"}' };
      },
    });
    for (const key of ['k', 'l'])
      for (const body of ['long', 'abc'])
        await fetch(`${url}/a/fixed`, { method: 'DELETE', headers: { 'x-a-api-key': key }, body });
    assert.deepEqual(callers, ['user eve', 'with x-a-api-key k', 'user eve', 'with x-a-api-key l']);
  });

  test('a fault of the gateway itself is logged and hidden', async (t) => {
    const logged: unknown[] = [];
    const { url } = await serve(t, undefined, {
      invoke: failing(new Error('secret')),
      log: (error) => logged.push(error),
    });
    const answer = await fetch(`${url}/a/1`);
    assert.deepEqual([answer.status, await answer.text()], [500, '{"message":"Internal Server Error"}']);
    assert.equal(logged.length, 1);
  });
});

describe('limits', () => {
  const limits = { bodyBytesMax: 1000 };

  test('a body at the limit passes, one above is 413 and never reaches the function', async (t) => {
    const { url, seen } = await serve(t, undefined, { limits });
    const post = (size: number) => fetch(`${url}/b`, { method: 'POST', body: 'x'.repeat(size) });
    assert.equal((await post(1000)).status, 200);
    delete seen.event;
    const refused = await post(1001);
    assert.equal(refused.status, 413);
    assert.match(await refused.text(), /a body may have 1,000 bytes/);
    assert.equal(seen.event, undefined);
  });

  test('an event that is too large gets a message about the size and about larger uploads', async (t) => {
    const { url } = await serve(t, undefined, {
      invoke: failing(
        new ProtocolError(413, 'RequestTooLargeException', 'The payload of 7 bytes is above 6'),
      ),
    });
    const answer = await fetch(`${url}/b`, { method: 'POST', body: '""' });
    const { message } = (await answer.json()) as { message: string };
    assert.equal(
      message,
      'Request Too Long: The payload of 7 bytes is above 6. A body travels as text in JSON, where quotes are escaped, or in Base64 when it is not text; send the body compressed, or through an upload URL, as `downpour upload` does',
    );
  });

  test('a large body of unknown length is 413 although the client is still sending', async (t) => {
    const { url } = await serve(t, undefined, { limits });
    const request = httpRequest(`${url}/b`, { method: 'POST' });
    const answered = new Promise<IncomingMessage>((resolve) => request.on('response', resolve));
    request.write('x'.repeat(2000));
    const answer = await answered;
    assert.equal(answer.statusCode, 413);
    const sent = once(request, 'close');
    request.end('x'.repeat(5_000_000));
    assert.match(await readText(answer), /Request Too Long/);
    await sent;
  });

  /** A request that has sent only a part of its body so far. */
  function begun(url: string, key: string, bytes: number, declared = 1000) {
    const headers = { 'content-length': declared, 'x-a-api-key': key };
    const request = httpRequest(`${url}/b`, { method: 'POST', headers, agent: false });
    const answered = once(request, 'response').then(([response]) => response as IncomingMessage);
    answered.catch(() => undefined);
    request.on('error', () => undefined);
    request.write('x'.repeat(bytes));
    return { request, answered };
  }

  test('unfinished bodies have a bound together: of one caller, the first of them gives way', async (t) => {
    const { url } = await serve(t, undefined, {
      limits: { ...limits, unjudgedBytesMax: 0, allBodiesBytesMax: 1500 },
    });
    const sending = [0, 1].map(() => begun(url, 'one', 900));
    const [refused, other] = await Promise.race(
      sending.map(async ({ answered }, index) => [await answered, sending[1 - index]] as const),
    );
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '1']);
    other?.request.end('x'.repeat(100));
    assert.equal((await other?.answered)?.statusCode, 200);
    assert.equal((await fetch(`${url}/b`, { method: 'POST', body: 'x'.repeat(1000) })).status, 200);
    for (const { request } of sending) request.destroy();
  });

  test('the caller with the most unfinished bytes gives way, and no body of another caller is lost', async (t) => {
    const { url } = await serve(t, undefined, {
      limits: { ...limits, unjudgedBytesMax: 0, allBodiesBytesMax: 2900 },
    });
    const calm = begun(url, 'calm', 500);
    const greedy = [0, 1, 2, 3, 4].map(() => begun(url, 'greedy', 900));
    // Five bodies of 900 bytes and one of 500 bytes exceed the limit of 2,900 bytes, so three of the five are
    // rejected.
    const refused: number[] = [];
    const all = Promise.withResolvers<void>();
    for (const { answered } of greedy)
      answered.then(
        ({ statusCode }) => refused.push(statusCode ?? 0) === 3 && all.resolve(),
        () => undefined,
      );
    await all.promise;
    calm.request.end('x'.repeat(500));
    assert.equal((await calm.answered).statusCode, 200);
    assert.deepEqual(refused, [503, 503, 503]);
    for (const { request } of greedy) request.destroy();
  });

  const finish = async ({ request, answered }: ReturnType<typeof begun>, bytes: number) => {
    request.end('x'.repeat(bytes));
    return (await answered).statusCode;
  };

  test('a body that has ended no longer takes room', async (t) => {
    const { url } = await serve(t, undefined, {
      limits: { ...limits, unjudgedBytesMax: 0, allBodiesBytesMax: 1500 },
    });
    for (const key of ['one', 'two']) assert.equal(await finish(begun(url, key, 400, 600), 200), 200);
    assert.equal(await finish(begun(url, 'three', 900), 100), 200);
  });

  describe('bodies of one caller take turns', () => {
    const turns = { ...limits, unjudgedBytesMax: 0, callerBytesMax: 2000 };

    test('so that none of them is lost for want of room', async (t) => {
      const { url } = await serve(t, undefined, { limits: { ...turns, allBodiesBytesMax: 2900 } });
      const calm = begun(url, 'calm', 500);
      const greedy = [0, 1, 2, 3, 4].map(() => begun(url, 'greedy', 900));
      for (let count = 0; count < 20; count += 1) await fetch(`${url}/a/1`);
      assert.equal(await finish(calm, 500), 200);
      const statuses = greedy.map((each) => finish(each, 100));
      assert.deepEqual(await Promise.all(statuses), [200, 200, 200, 200, 200]);
    });

    test('and a body that stops gives way to those that wait', async (t) => {
      const { url } = await serve(t, undefined, { limits: { ...turns, turnMs: 50, turnBytesMin: 1000 } });
      const still = [0, 1].map(() => begun(url, 'greedy', 900));
      const answers = still.map(async ({ answered }) => {
        const { statusCode, headers } = await answered;
        return [statusCode, headers['retry-after'], headers.connection];
      });
      const next = begun(url, 'greedy', 900);
      assert.equal(await finish(next, 100), 200);
      assert.deepEqual(await Promise.any(answers), [408, '1', 'close']);
      for (const { request } of still) request.destroy();
    });

    test('and a body continues slowly while no other one waits', async (t) => {
      const { url } = await serve(t, undefined, { limits: { ...turns, turnMs: 1, turnBytesMin: 1000 } });
      const slow = begun(url, 'slow', 900);
      const others = Array.from({ length: 50 }, () => finish(begun(url, 'other', 900), 100));
      assert.deepEqual(new Set(await Promise.all(others)), new Set([200]));
      assert.equal(await finish(slow, 100), 200);
    });

    test('and those that would wait behind too many others are refused', async (t) => {
      const { url } = await serve(t, undefined, { limits: { ...turns, waitingBodiesMax: 1 } });
      const greedy = [0, 1, 2, 3].map(() => begun(url, 'greedy', 900));
      const refused = await Promise.any(
        greedy.map(async ({ answered }, index) => [await answered, index] as const),
      );
      assert.deepEqual([refused[0].statusCode, refused[0].headers['retry-after']], [429, '1']);
      const rest = greedy.filter((_, index) => index !== refused[1]);
      assert.deepEqual(await Promise.all(rest.map((each) => finish(each, 100))), [200, 200, 200]);
    });

    test('and a client that goes away leaves its turn to the next', async (t) => {
      const { url } = await serve(t, undefined, { limits: turns });
      const gone = [0, 1].map(() => begun(url, 'greedy', 900));
      const next = begun(url, 'greedy', 900);
      for (const { request } of gone) request.destroy();
      assert.equal(await finish(next, 100), 200);
    });
  });

  test('callers that are not judged count as one, so they cannot take the room of judged ones', async (t) => {
    const bounds = { ...limits, unjudgedBytesMax: 800, allBodiesBytesMax: 2900 };
    const { url } = await serve(t, undefined, { limits: bounds });
    const calm = begun(url, 'calm', 900);
    // Four bodies of 700 bytes and another body of 900 bytes exceed the limit of 2,900 bytes.
    const strangers = ['1', '2', '3', '4'].map((key) => begun(url, key, 700, 800));
    const refused: Promise<number>[] = strangers.map(
      async ({ answered }) => (await answered).statusCode ?? 0,
    );
    assert.equal(await Promise.any(refused), 503);
    calm.request.end('x'.repeat(100));
    assert.equal((await calm.answered).statusCode, 200);
    for (const each of refused) each.catch(() => undefined);
    for (const { request } of strangers) request.destroy();
  });

  describe('a long body is read only after its caller is judged', () => {
    const judged = { ...limits, bodyBytesMax: 100_000_000, unjudgedBytesMax: 100 };
    const act: Act = ({ headers }) =>
      headers['x-a-api-key'] === 'good' ? { user: 'ada' } : { statusCode: 401, body: 'no key' };

    for (const length of ['a declared', 'an unknown'])
      test(`${length} length: the caller is refused before the body ends, and not by its own route`, async (t) => {
        const requests: string[] = [];
        const { url } = await serve(
          t,
          (event) => {
            requests.push(
              `${event.routeKey} ${event.requestContext.http.method} ${event.rawPath} ${event.body}`,
            );
            return act(event);
          },
          { judge: '/a/fixed', limits: judged },
        );
        const headers = { 'x-a-api-key': 'bad', ...(length === 'a declared' && { 'content-length': 1000 }) };
        const request = httpRequest(`${url}/b`, { method: 'POST', headers, agent: false });
        request.on('error', () => undefined);
        const answered = once(request, 'response');
        request.write('x'.repeat(500));
        const [response] = (await answered) as [IncomingMessage];
        assert.deepEqual([response.statusCode, await readText(response)], [401, 'no key']);
        assert.deepEqual(requests, ['GET /a/fixed GET /a/fixed undefined']);
        request.destroy();
      });

    test('a caller who is let in sends all of it', async (t) => {
      const { url, eventOf } = await serve(t, act, { judge: '/a/fixed', limits: judged });
      for (const size of [100, 101, 5_000_000]) {
        const headers = { 'x-a-api-key': 'good', 'content-type': 'text/plain' };
        const answer = await fetch(`${url}/b`, { method: 'POST', headers, body: 'x'.repeat(size) });
        assert.deepEqual([answer.status, eventOf().routeKey], [200, 'POST /b']);
        assert.equal(eventOf().body?.length, size);
      }
    });

    test('callers are distinguished, and many bodies of one caller are checked once', async (t) => {
      const requests: (string | undefined)[] = [];
      const judging = Promise.withResolvers<void>();
      const { url } = await serve(
        t,
        async (event) => {
          requests.push(event.headers['x-a-api-key']);
          await judging.promise;
          return act(event);
        },
        { judge: '/a/fixed', limits: judged },
      );
      const sending = ['bad', 'bad', 'bad', 'worse'].map((key) => begun(url, key, 500));
      const refused = Promise.all(sending.map(async ({ answered }) => (await answered).statusCode));
      while (!requests.includes('worse')) await new Promise(setImmediate);
      judging.resolve();
      assert.deepEqual(await refused, [401, 401, 401, 401]);
      assert.deepEqual(requests.sort(), ['bad', 'worse']);
      for (const { request } of sending) request.destroy();
    });

    test('a short body reaches its route without a judge', async (t) => {
      const { url, eventOf } = await serve(t, act, { judge: '/a/fixed', limits: judged });
      await fetch(`${url}/b`, { method: 'POST', body: 'x'.repeat(100) });
      assert.equal(eventOf().routeKey, 'POST /b');
    });

    test('a client that sends all before it reads gets the refusal, and its connection lives on', async (t) => {
      const { url } = await serve(t, act, { judge: '/a/fixed', limits: judged });
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      t.after(() => socket.destroy());
      const size = 3_000_000;
      socket.pause();
      socket.write(`POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`);
      await new Promise((sent) => socket.write('x'.repeat(size), sent));
      socket.write(
        'POST /b HTTP/1.1\r\nHost: x\r\nX-A-API-Key: good\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
      );
      assert.deepEqual((await readText(socket)).match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 401', 'HTTP/1.1 200']);
    });
  });

  for (const [size, status] of [
    [100, 200],
    [101, 431],
  ] as const) {
    test(`request line and headers of ${size} bytes, where 100 are allowed: ${status}`, async (t) => {
      const { url } = await serve(t, undefined, { limits: { headBytesMax: 100 } });
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const head = 'GET /a/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-A: ';
      socket.write(`${head.padEnd(size - 2, 'x')}\r\n\r\n`);
      assert.match(await readText(socket), new RegExp(`^HTTP/1.1 ${status} `));
    });
  }

  for (const [name, path, headers, status] of [
    ['a long query that fits', `/a/1?q=${'x'.repeat(9900)}`, {}, 200],
    ['a request line above 10,240 bytes', `/a/1?q=${'x'.repeat(10_300)}`, {}, 414],
    ['headers above what is left', `/a/1?q=${'x'.repeat(5000)}`, { 'x-a': 'x'.repeat(5300) }, 431],
    ['headers above what is read', '/a/1', { 'x-a': 'x'.repeat(70_000) }, 431],
  ] as const) {
    test(`${name}: ${status}`, async (t) => {
      const { url } = await serve(t);
      const request = httpRequest(url + path, { headers });
      const answered = new Promise<IncomingMessage>((resolve) => request.on('response', resolve));
      request.end();
      const answer = await answered;
      answer.resume();
      assert.equal(answer.statusCode, status);
    });
  }

  test('a head above what is read is refused before it is there', async (t) => {
    const { url } = await serve(t);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    // The head of this request never ends.
    socket.write(`GET /a/1 HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(70_000)}`);
    assert.match(
      await readText(socket),
      /^HTTP\/1\.1 431 [\s\S]*\{"message":"Request Header Fields Too Large: the request line and headers may have at most 10,240 bytes"\}$/,
    );
  });

  for (const [name, sent, why] of [
    ['text that is not HTTP', 'what is this', 'the request is not HTTP'],
    [
      'a URL that is not escaped',
      'GET /a/ü?q=ö HTTP/1.1',
      'the URL has a character that must be percent-encoded',
    ],
  ] as const)
    test(`${name} gets 400 with a reason`, async (t) => {
      const { url } = await serve(t);
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(`${sent}\r\n\r\n`);
      const [head = '', body = ''] = (await readText(socket)).split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n/);
      assert.match(head, new RegExp(`Content-Length: ${body.length}$`));
      assert.deepEqual(JSON.parse(body), { message: `Bad Request: ${why}` });
    });

  for (const [name, headers, refused] of [
    [
      'with two hosts',
      'Host: one\r\nhost: two',
      /^HTTP\/1\.1 400 [\s\S]*a request must have one Host header/,
    ],
    ['without a host', 'X-A: b', /^HTTP\/1\.1 400 [\s\S]*a request must have one Host header/],
    ['with another expectation', 'Host: x\r\nExpect: a', /^HTTP\/1\.1 417 [\s\S]*may have only 100-continue/],
  ] as const)
    test(`a request ${name} is refused with a reason`, async (t) => {
      const { url } = await serve(t);
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(`GET /a/1 HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
      assert.match(await readText(socket), refused);
    });

  test('connections are kept', async (t) => {
    const { url } = await serve(t);
    const answer = await fetch(`${url}/a/1`);
    assert.equal(answer.headers.get('connection'), 'keep-alive');
    await answer.text();
  });
});
