import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { test } from 'node:test';
import { type ApiError, client } from '../../lib/client/index.ts';

/** The client with the `fetch` of Node, against servers that do not behave as the contract states. */

for (const hops of [0, 1])
  test(`a caller need not wait for a late server after ${hops} redirects`, async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    let requests = 0;
    await using server = await listening(
      createServer((_, response) => {
        if (requests++ < hops) response.writeHead(303, { location: '/elsewhere' }).end();
        else arrive();
      }),
    );
    const abort = new AbortController();
    const call = client(server.url).config.version.get({ signal: abort.signal });
    await arrived;
    abort.abort(new Error('the screen is closed'));
    await assert.rejects(call, { message: 'the screen is closed' });
  });

test('a caller need not wait for a repeat', async () => {
  const abort = new AbortController();
  await using server = await listening(
    createServer((_, response) => {
      // 100 ms after the response, the client waits before it repeats the request. The test then aborts the
      // call.
      response.on('close', () => setTimeout(() => abort.abort(new Error('the screen is closed')), 100));
      response.writeHead(503, { 'retry-after': '9' }).end();
    }),
  );
  const call = client(server.url).config.version.get({ signal: abort.signal });
  await assert.rejects(call, { message: 'the screen is closed' });
});

test('a busy server is called again', async () => {
  let requests = 0;
  await using server = await listening(
    createServer((_, response) => {
      requests += 1;
      response.setHeader('content-type', 'application/json');
      if (requests < 3) response.writeHead(requests === 1 ? 503 : 429, { 'retry-after': '0' });
      response.end(`{"version":"${requests}"}`);
    }),
  );
  assert.deepEqual(await client(server.url).config.version.get(), { version: '3' });
});

test('a start whose answer is cut off is sent again with its key', async () => {
  const keys: unknown[] = [];
  await using server = await listening(
    createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': '20' });
      response.write('{"id":"b-1"');
      if (keys.length > 1) response.end('}        ');
      else setImmediate(() => response.destroy());
    }),
  );
  const api = client(server.url, { wait: async () => undefined });
  assert.deepEqual(await api.burst.post({ body: { document: 'name: x' } }), { id: 'b-1' });
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
});

test('an error of the connection that a repeat cannot mend ends the repeats', async () => {
  const judged: unknown[] = [];
  const isWorthRepeating = (error: unknown): boolean => judged.push(error) > 1;
  const api = client('http://127.0.0.1:1', { isWorthRepeating, wait: async () => undefined });
  await assert.rejects(api.burst.post({ body: { document: 'name: x' } }), { status: 0, code: 'UNREACHABLE' });
  assert.equal(judged.length, 1);
});

test('a server of another version is no failure, and an operation that it does not have is an error 404', async () => {
  const newer = { version: '9.0.0', startTimestamp: 1, moon: { phase: 'full' } };
  await using server = await listening(
    createServer(({ url }, response) => {
      const isKnown = url === '/api/config/version';
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKnown ? newer : { message: 'Not Found' }));
    }),
  );
  const api = client(server.url);
  assert.deepEqual(await api.config.version.get(), newer);
  await assert.rejects(api.run.list.get(), (error: ApiError) => {
    assert.deepEqual([error.name, error.status, error.message], ['ApiError', 404, 'Not Found']);
    assert.equal(error.reply?.headers.get('content-type'), 'application/json');
    return true;
  });
});

test('a caller may judge whether an answer is one of the API', async () => {
  await using server = await listening(
    createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"a":1}')),
  );
  const { version } = client(server.url).config;
  const isOurs = (value: unknown): boolean => JSON.stringify(value) === '{"a":1}';
  assert.deepEqual(await version.get({ isOurs }), { a: 1 });
  const refusal = { status: 200, code: 'FOREIGN', body: { a: 1 }, request: 'GET /api/config/version' };
  await assert.rejects(version.get({ isOurs: () => false }), refusal);
  await assert.rejects(version.get({ as: 'reply', isOurs: () => false }), { code: 'FOREIGN' });
});

test('a server that speaks another protocol gives no answer', async () => {
  await using server = await listening(
    createSocketServer((socket) => socket.resume().end('220 mail.test ESMTP\r\n')),
  );
  await assert.rejects(client(server.url).config.version.get(), { status: 0, code: 'UNREACHABLE' });
});

test('an answer elsewhere is read without the key, whatever the server there is', async () => {
  const seen: IncomingMessage['headers'][] = [];
  const elsewhere: RequestListener = (request, response) => {
    seen.push(request.headers);
    response.setHeader('content-type', 'application/json').end('{"a":1.10}');
  };
  await using far = await listening(createServer(elsewhere));
  await using server = await listening(
    createServer((_, response) =>
      response.writeHead(303, { location: `${far.url}/answer?x=1` }).end('there'),
    ),
  );
  const api = client(server.url, { apiKey: 'dpr_1_secret', headers: { authorization: 'Bearer t' } });
  const reply = await api.run.by(7).data.get({ as: 'reply' });
  assert.equal(await reply.text(), '{"a":1.10}');
  assert.equal(seen.length, 1);
  assert.doesNotMatch(JSON.stringify(seen), /secret|Bearer|api-key/);
});

test('an answer that moves again and again is an error after three redirects', async () => {
  let requests = 0;
  await using server = await listening(
    createServer(({ url = '' }, response) => {
      requests += 1;
      response.writeHead(303, { location: `${url}x` }).end();
    }),
  );
  await assert.rejects(client(server.url).run.by(7).data.get(), { status: 303 });
  assert.equal(requests, 4);
});

test('a refused connection is named, and an address without http is refused', async () => {
  const { url } = await (async () => {
    await using server = await listening(createServer());
    return server;
  })();
  await assert.rejects(client(url).user.me.get(), {
    code: 'UNREACHABLE',
    message: /^GET \/api\/user\/me has no answer: connect ECONNREFUSED/,
  });
  const addresses = ['connect ECONNREFUSED ::1:80', 'connect ECONNREFUSED 127.0.0.1:80'];
  const cause = new AggregateError(addresses.map((message) => new Error(message)));
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
  await assert.rejects(client(url, { fetch, wait: async () => undefined }).user.me.get(), {
    message: /has no answer: connect ECONNREFUSED ::1:80/,
  });
  for (const wrong of ['127.0.0.1:8090', 'localhost:8090', 'shop.example.com'])
    assert.throws(() => client(wrong), { name: 'TypeError', message: /must begin with http:\/\/ or https:/ });
  for (const path of ['', '/prefix']) client(path);
});

async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
