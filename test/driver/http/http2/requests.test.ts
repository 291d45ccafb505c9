import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Server } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { type Client, connectTo } from './client.ts';
import { identity, portOf } from './peers.ts';

/** Requests and responses over HTTP/2 against the server of Node. */

type Seen = { readonly headers: IncomingHttpHeaders; readonly body: string };
type Answer = (stream: ServerHttp2Stream, seen: Seen) => void;

async function serve(
  t: TestContext,
  answer: Answer,
  secure = false,
): Promise<{ client: Client; seen: Seen[]; server: Http2Server; session: ServerHttp2Session }> {
  const seen: Seen[] = [];
  const server = secure
    ? createSecureServer({ ...identity, maxSessionMemory: 100 })
    : createServer({ maxSessionMemory: 100 });
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const chunks: Buffer[] = [];
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const request = { headers, body: Buffer.concat(chunks).toString() };
      seen.push(request);
      answer(stream, request);
    });
  });
  const opened = once(server, 'session');
  const port = await portOf(t, server as unknown as Server);
  const client = await connectTo(
    t,
    port,
    secure ? { protocol: 'https', key: `https://127.0.0.1:${port}` } : {},
  );
  const [session] = await opened;
  return { client, seen, server: server as Http2Server, session };
}

const hello: Answer = (stream) => {
  if (stream.destroyed) return;
  stream.respond({ ':status': 200, 'content-type': 'text/plain' });
  stream.end('hello');
};

suite('requests over HTTP/2', () => {
  for (const secure of [false, true]) {
    test(`a request and its response${secure ? ' over TLS' : ''}`, async (t) => {
      const { client, seen } = await serve(t, hello, secure);
      const { status, headers, body, error } = await client.request({
        path: '/a?b=c',
        headers: ['User-Agent', '#1@here', 'X-Twice', '1', 'X-Twice', '2'],
        moreHeaders: ['Cookie', 'a=b'],
      });
      assert.deepEqual(
        [status, body, error, headers['content-type']],
        [200, 'hello', undefined, 'text/plain'],
      );
      const sent = seen[0]?.headers ?? {};
      assert.deepEqual(Object.fromEntries(Object.entries(sent)), {
        ':method': 'GET',
        ':path': '/a?b=c',
        ':scheme': secure ? 'https' : 'http',
        ':authority': sent[':authority'],
        'user-agent': '#1@here',
        'x-twice': '1, 2',
        cookie: 'a=b',
      });
      assert.match(sent[':authority'] ?? '', /^127\.0\.0\.1:\d+$/);
      assert.ok(client.transport.bytesSent > 60 && client.transport.bytesReceived > 40);
    });
  }

  const bodies: readonly (readonly [string, string | Uint8Array | null, number])[] = [
    ['none', null, 0],
    ['a text', 'grün', 5],
    ['bytes', Uint8Array.of(104, 105), 2],
    ['more than a window', 'x'.repeat(300_000), 300_000],
  ];
  for (const [name, body, length] of bodies) {
    test(`a body: ${name}`, async (t) => {
      const { client, seen } = await serve(t, hello);
      assert.equal((await client.request({ method: 'POST', body })).status, 200);
      assert.equal(seen[0]?.headers['content-length'], String(length));
      assert.equal(seen[0]?.body, body === null ? '' : Buffer.from(body as string).toString());
    });
  }

  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'];
  test('every method', async (t) => {
    const { client, seen } = await serve(t, hello);
    for (const method of methods) assert.equal((await client.request({ method })).body, 'hello');
    assert.deepEqual(
      seen.map(({ headers }) => headers[':method']),
      methods,
    );
  });

  test('CONNECT names an authority, and its response is over when the tunnel is open', async (t) => {
    const resets: number[] = [];
    const { client } = await serve(t, (stream, seen) => {
      if (seen.headers[':method'] !== 'CONNECT') {
        hello(stream, seen);
        return;
      }
      assert.deepEqual(Object.keys(seen.headers), [':method', ':authority']);
      assert.equal(seen.headers[':authority'], 'shop.example:443');
      stream.on('close', () => resets.push(stream.rstCode));
      stream.respond({ ':status': 200 });
    });
    const { status, error } = await client.request({ method: 'CONNECT', path: 'shop.example:443' });
    assert.deepEqual([status, error], [200, undefined]);
    assert.equal((await client.request()).body, 'hello');
    assert.deepEqual(resets, [8]);
  });

  const headers: readonly (readonly [string, readonly string[], IncomingHttpHeaders])[] = [
    ['host becomes the authority', ['Host', 'shop.example'], { ':authority': 'shop.example' }],
    [
      'what belongs to a connection is left out',
      [
        'Connection',
        'keep-alive',
        'Keep-Alive',
        '5',
        'Transfer-Encoding',
        'chunked',
        'Upgrade',
        'x',
        'Proxy-Connection',
        'y',
      ],
      {},
    ],
    ['te stays for trailers alone', ['TE', 'trailers'], { te: 'trailers' }],
    ['te is left out for anything else', ['TE', 'gzip'], {}],
    ['a value in Latin-1', ['x-city', 'Zürich'], { 'x-city': 'Zürich' }],
    ['a long value', ['x-long', 'y'.repeat(30_000)], { 'x-long': 'y'.repeat(30_000) }],
  ];
  for (const [name, given, expected] of headers) {
    test(`headers: ${name}`, async (t) => {
      const { client, seen } = await serve(t, hello);
      // The second request uses the fields that the first request has written.
      await client.request({ headers: given });
      assert.equal((await client.request({ headers: given })).status, 200);
      for (const { headers: sent } of seen) {
        const base = { ':method': 'GET', ':path': '/', ':scheme': 'http', ':authority': sent[':authority'] };
        assert.deepEqual(Object.fromEntries(Object.entries(sent)), { ...base, ...expected });
      }
      assert.equal(seen.length, 2);
    });
  }

  const refused: readonly (readonly [string, Parameters<Client['send']>[0]])[] = [
    ['a space in the path', { path: '/a b' }],
    ['a letter of no ASCII in the path', { path: '/ü' }],
    ['a line break in a value', { headers: ['a', 'b\r\nc: d'] }],
    ['a character beyond Latin-1 in a value', { headers: ['a', '€'] }],
    ['a space in a name', { headers: ['a b', 'c'] }],
    ['a pseudo-header', { headers: [':path', '/'] }],
    ['a space in the method', { method: 'GET /' }],
    [
      'a content-length that is not that of the body',
      { method: 'POST', headers: ['content-length', '3'], body: 'x' },
    ],
    ['a path of two megabytes', { path: `/${'x'.repeat(2 ** 21)}` }],
    ['a header of two megabytes', { headers: ['x', 'y'.repeat(2 ** 21)] }],
    ['a path without a slash', { path: 'null' }],
    [
      'headers and a path of a megabyte together',
      { path: `/${'x'.repeat(2 ** 19)}`, headers: ['x', 'y'.repeat(2 ** 19)] },
    ],
  ];
  test('a request that HTTP does not allow is refused, and the connection stays open', async (t) => {
    const { client, seen } = await serve(t, hello);
    for (const [name, request] of refused) {
      const handler = client.send(request);
      assert.match(
        (await handler.ended).error ?? '',
        /HTTP does not allow|begins with 'null' and not with|is not a valid header name|is not an HTTP method|^the header content-length is|^the path and the headers of the request have \d+ bytes,/,
        name,
      );
      assert.equal(handler.ends, 1);
    }
    assert.equal((await client.request()).body, 'hello');
    assert.equal(seen.length, 1);
  });
});

suite('responses over HTTP/2', () => {
  test('4 MB come whole, and ten of them at once', async (t) => {
    const large = Buffer.alloc(4 * 1024 * 1024, 'x');
    const { client } = await serve(t, (stream) => {
      stream.respond({ ':status': 200, 'content-length': String(large.length) });
      stream.end(large);
    });
    const all = await Promise.all(Array.from({ length: 10 }, () => client.request()));
    assert.deepEqual(
      all.map(({ bytes, error }) => [bytes, error]),
      all.map(() => [large.length, undefined]),
    );
  });

  const statuses: readonly (readonly [string, string, number, IncomingHttpHeaders])[] = [
    ['HEAD', 'has no content, although it names a length', 200, { 'content-length': '5' }],
    ['GET', 'of status 204 has no content', 204, {}],
    ['GET', 'of status 304 has no content, although it names a length', 304, { 'content-length': '5' }],
    ['GET', 'may be empty', 404, { 'content-length': '0' }],
  ];
  for (const [method, name, status, more] of statuses) {
    test(`a response to ${method} ${name}`, async (t) => {
      const { client } = await serve(t, (stream) => {
        stream.respond({ ':status': status, ...more }, { endStream: true });
      });
      const ended = await client.request({ method });
      assert.deepEqual([ended.status, ended.bytes, ended.error], [status, 0, undefined]);
    });
  }

  test('interim responses stay out of sight, trailers end a response', async (t) => {
    const { client } = await serve(t, (stream) => {
      stream.additionalHeaders({ ':status': 103, link: '</a>' });
      stream.additionalHeaders({ ':status': 102 });
      stream.respond({ ':status': 200, 'set-cookie': ['a=1', 'b=2'] }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ checksum: 'abc' }));
      stream.end('body');
    });
    const { status, headers, body, error } = await client.request();
    assert.deepEqual([status, body, error, headers.link], [200, 'body', undefined, undefined]);
    assert.deepEqual([headers['set-cookie'], headers.checksum], ['a=1 | b=2', undefined]);
  });

  test('every character of a header arrives, in Huffman code and without', async (t) => {
    const all = Array.from({ length: 256 - 32 }, (_, index) => String.fromCharCode(index + 32))
      .filter((character) => character !== '\x7f')
      .join('');
    // The text is sent in Huffman code, because that is shorter for zeros.
    const coded = (all.match(/.{1,8}/gs) ?? []).map(
      (few, n) => [`x-${n}`, `[${few}]${'0'.repeat(80)}`] as const,
    );
    const sent = { 'x-all': `[${all}]`, ...Object.fromEntries(coded) };
    const { client } = await serve(t, (stream) => {
      stream.respond({ ':status': 200, ...sent });
      stream.end();
    });
    for (let time = 0; time < 3; time += 1) {
      const { headers } = await client.request();
      for (const [name, value] of Object.entries(sent)) assert.equal(headers[name], value);
    }
  });

  test('a thousand responses with headers of their own, many at once', async (t) => {
    const { client } = await serve(t, (stream, { headers }) => {
      stream.respond({ ':status': 200, 'x-path': headers[':path'] ?? '', etag: `"${headers[':path']}"` });
      stream.end(headers[':path']);
    });
    const all = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => client.request({ path: `/${index}` })),
    );
    for (const [index, { body, headers }] of all.entries())
      assert.deepEqual([body, headers['x-path'], headers.etag], [`/${index}`, `/${index}`, `"/${index}"`]);
  });
});

suite('the end of requests over HTTP/2', () => {
  test('a request that is given up resets its stream, and the others continue', async (t) => {
    const resets: number[] = [];
    const { client } = await serve(t, (stream, { headers }) => {
      stream.on('close', () => resets.push(stream.rstCode));
      if (headers[':path'] !== '/silent') hello(stream, { headers, body: '' });
    });
    const silent = client.send({ path: '/silent' });
    assert.equal((await client.request()).body, 'hello');
    client.transport.cancel(silent, new Error('request timed out'));
    assert.equal((await silent.ended).error, 'request timed out');
    assert.equal((await client.request()).body, 'hello');
    client.transport.cancel(silent, new Error('again'));
    assert.deepEqual([silent.ends, client.closings()], [1, 0]);
    // The code 8 means CANCEL.
    assert.deepEqual(resets.sort(), [0, 0, 8]);
  });

  test('a body that waits for a window can be given up', async (t) => {
    const { client } = await serve(t, hello);
    const large = client.send({ method: 'POST', path: '/', body: 'x'.repeat(10_000_000) });
    client.transport.cancel(large, new Error('request timed out'));
    assert.equal((await large.ended).error, 'request timed out');
    assert.equal((await client.request({ method: 'POST', body: 'y'.repeat(100_000) })).body, 'hello');
  });

  for (const [code, name] of [
    [2, 'INTERNAL_ERROR'],
    [7, 'REFUSED_STREAM'],
    [13, 'HTTP_1_1_REQUIRED'],
  ] as const) {
    test(`a stream that the target resets with ${name} fails alone`, async (t) => {
      const { client } = await serve(t, (stream, seen) => {
        if (seen.headers[':path'] === '/reset') stream.close(code);
        else hello(stream, seen);
      });
      const [reset, fine] = await Promise.all([client.request({ path: '/reset' }), client.request()]);
      const advice = code === 13 ? '; to use HTTP/1.1 for this target, set allowHttp2 to false' : '';
      assert.equal(
        reset?.error,
        `the target cancelled the request by an HTTP/2 reset (RST_STREAM ${name})${advice}`,
      );
      assert.equal(fine?.body, 'hello');
    });
  }

  test('a path and a header of any length arrive as they are', async (t) => {
    const { client, seen } = await serve(t, hello);
    // A length of up to 126 takes one byte. A larger length takes another byte for each seven bits (RFC 7541
    // section 5.1).
    for (const length of [1, 126, 127, 128, 254, 255, 1_300, 5_000]) {
      const path = `/${'p'.repeat(length - 1)}`;
      await client.send({ path, headers: ['x-long', 'v'.repeat(length)] }).ended;
      const { headers } = seen.at(-1) ?? {};
      assert.deepEqual([headers?.[':path']?.length, headers?.['x-long']], [length, 'v'.repeat(length)]);
    }
  });

  test('a connection that the target drains ends its requests and closes', async (t) => {
    const { client, session } = await serve(t, (stream, { headers }) => {
      stream.respond({ ':status': 200 });
      if (headers[':path'] === '/slow') stream.write('begun');
      else stream.end('hello');
    });
    const slow = client.send({ path: '/slow' });
    await slow.answered;
    assert.equal(client.transport.capacity, 100);
    const seen: unknown[] = [];
    client.transport.capacityChanged = () => seen.push(client.transport.drains);
    session.goaway(0, 1);
    // When the answer to the ping arrives, the GOAWAY before it has arrived too.
    await new Promise((resolve) => session.ping(resolve));
    assert.deepEqual([client.transport.capacity, client.closings(), seen], [0, 0, [true]]);
    const late = client.send({});
    assert.match((await late.ended).error ?? '', /closed before the request was sent/);
    client.transport.cancel(slow, new Error('request timed out'));
    assert.equal((await slow.ended).error, 'request timed out');
    assert.equal(client.closings(), 1);
  });

  test('a connection that breaks fails all that is in flight', async (t) => {
    const { client, session } = await serve(t, (_stream, { headers }) => {
      if (headers[':path'] === '/last') session.destroy();
    });
    const all = ['/', '/', '/last'].map((path) => client.send({ path }));
    for (const { ended } of all) assert.match((await ended).error ?? '', /closed|reset|GOAWAY/);
    assert.deepEqual(
      all.map(({ ends }) => ends),
      [1, 1, 1],
    );
    assert.deepEqual([client.closings(), client.transport.capacity], [1, 0]);
  });

  test('closing it ends all that is in flight with the reason', async (t) => {
    const { client } = await serve(t, () => {});
    const waiting = client.send({});
    client.transport.close(new Error('the phase has ended'));
    assert.equal((await waiting.ended).error, 'the phase has ended');
    assert.equal(client.closings(), 1);
  });
});

suite('the capacity of a connection over HTTP/2', () => {
  test('is what the document says', async (t) => {
    const port = await portOf(t, createServer() as unknown as Server);
    assert.equal((await connectTo(t, port)).transport.capacity, 100);
    assert.equal((await connectTo(t, port, { http2StreamsMax: 7 })).transport.capacity, 7);
  });

  test('is what the target allows, also when it thinks again', async (t) => {
    const server = createServer({ settings: { maxConcurrentStreams: 3 } });
    const opened = once(server, 'session');
    const { transport } = await connectTo(t, await portOf(t, server as unknown as Server));
    assert.equal(transport.capacity, 3);
    const [session] = await opened;
    await new Promise((resolve) => session.settings({ maxConcurrentStreams: 5 }, resolve));
    assert.equal(transport.capacity, 5);
  });
});
