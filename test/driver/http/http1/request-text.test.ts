import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { Http1Connection } from '../../../../lib/driver/http/http1/connection.ts';
import { RequestText } from '../../../../lib/driver/http/http1/request-text.ts';
import { connecting } from '../../../../lib/driver/http/limits.ts';
import { RequestRefused, type TransportRequest } from '../../../../lib/driver/http/transport.ts';
import { targetAt } from '../../session/shards.ts';
import { Listener } from './clients.ts';

/**
 * The server of node:http reads each request as Downpour meant it. Downpour sends no bytes that a server
 * could read differently.
 */

type Row = readonly [
  name: string,
  request: Partial<TransportRequest>,
  expected?: Readonly<Record<string, string | undefined>>,
];

const large = connecting.joinedBytesMax + 1;
const rows: readonly Row[] = [
  ['a path', {}, { host: '{authority}', 'content-length': undefined, connection: undefined }],
  ['a query', { path: '/a?b=c&d=%20' }],
  ['all of a URL', { path: 'http://127.0.0.1/a' }],
  [
    'headers',
    { headers: ['Accept', '*/*', 'x-empty', '', 'x', 'a\tb \xfc'] },
    { accept: '*/*', 'x-empty': '', x: 'a\tb \xfc' },
  ],
  ['headers of one request', { headers: ['a', '1'], moreHeaders: ['b', '2'] }, { a: '1', b: '2' }],
  ['a host of its own', { headers: ['Host', 'elsewhere'] }, { host: 'elsewhere' }],
  ['a host of one request', { moreHeaders: ['host', 'elsewhere'] }, { host: 'elsewhere' }],
  ['a body', { method: 'POST', body: 'text' }, { 'content-length': '4' }],
  ['a body beyond ASCII', { method: 'POST', body: 'Žluťoučký 🐎' }, { 'content-length': '18' }],
  ['a body of bytes', { method: 'PUT', body: Uint8Array.of(0, 255, 13, 10) }, { 'content-length': '4' }],
  [
    'a part of a buffer',
    { method: 'PUT', body: Buffer.from('xtexty').subarray(1, 5) },
    { 'content-length': '4' },
  ],
  ['a large body', { method: 'POST', body: 'ž'.repeat(large) }, { 'content-length': String(2 * large) }],
  [
    'a large body of bytes',
    { method: 'POST', body: Buffer.alloc(large, 7) },
    { 'content-length': String(large) },
  ],
  ['POST without a body', { method: 'POST' }, { 'content-length': '0' }],
  ['PUT with an empty body', { method: 'PUT', body: '' }, { 'content-length': '0' }],
  ['PATCH without a body', { method: 'PATCH' }, { 'content-length': '0' }],
  ['DELETE without a body', { method: 'DELETE' }, { 'content-length': undefined }],
  ['GET with a body', { body: 'text' }, { 'content-length': '4' }],
  ['GET with an empty body', { body: new Uint8Array() }, { 'content-length': undefined }],
  ['OPTIONS for the server', { method: 'OPTIONS', path: '*' }],
  [
    'its own right length',
    { method: 'POST', headers: ['Content-Length', '4'], body: 'text' },
    { 'content-length': '4' },
  ],
  ['a method of its own', { method: 'PROPFIND' }],
];

describe('as node:http reads it', () => {
  const seen: { message: IncomingMessage; body: Buffer }[] = [];
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    seen.push({ message, body: Buffer.concat(chunks) });
    response.end();
  });
  for (const pipeliningLimit of [1, 2])
    for (const [name, given, expected = {}] of rows)
      test(`${name}, pipelining limit ${pipeliningLimit}`, async () => {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const { port } = server.address() as { port: number };
        const connection = new Http1Connection(targetAt(port, { pipeliningLimit }), undefined, () => {});
        await connection.open();
        try {
          const request = { method: 'GET', path: '/', headers: [], body: null, ...given };
          const sent = [1, 2].map(() => {
            const listener = new Listener();
            if (pipeliningLimit === 2) connection.dispatch(request, listener);
            return listener;
          });
          for (const listener of sent) {
            if (pipeliningLimit === 1) connection.dispatch(request, listener);
            assert.equal((await listener.over).ended, 'well');
            const { message, body } = seen.shift()!;
            assert.equal(message.method, request.method);
            assert.equal(message.url, request.path);
            assert.deepEqual(body, Buffer.from(request.body ?? ''));
            for (const [header, value] of Object.entries(expected))
              assert.equal(
                message.headers[header],
                value?.replace('{authority}', `127.0.0.1:${port}`),
                header,
              );
          }
        } finally {
          connection.close(new Error('done'));
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        }
      });
});

describe('refused', () => {
  const refused: readonly Row[] = [
    ['a space in a path', { path: '/a b' }],
    ['a line in a path', { path: '/ HTTP/1.1\r\nx: y\r\n\r\n' }],
    ['NUL in a path', { path: '/\0' }],
    ['a path beyond ASCII', { path: '/ž' }],
    ['an empty path', { path: '' }],
    ['a path without a slash', { path: 'a' }],
    ['a text that is not a method', { method: 'GET /x HTTP/1.1\r\nx: y\r\n\r\nGET' }],
    ['an empty method', { method: '' }],
    ['a line in a value', { headers: ['x', 'y\r\nz: a'] }],
    ['LF in a value', { headers: ['x', 'y\nz'] }],
    ['NUL in a value', { headers: ['x', '\0'] }],
    ['a value beyond one byte a character', { headers: ['x', 'ž'] }],
    ['a name with a colon', { headers: ['x:', 'y'] }],
    ['a name with a line', { headers: ['x\r\ny', 'z'] }],
    ['an empty name', { headers: ['', 'y'] }],
    ['a line in a value of one request', { moreHeaders: ['x', 'y\r\nz: a'] }],
    ['two hosts', { headers: ['host', 'a', 'Host', 'b'] }],
    ['two hosts, one of this request', { headers: ['host', 'a'], moreHeaders: ['host', 'b'] }],
    ['a length that is too small', { method: 'POST', headers: ['content-length', '3'], body: 'text' }],
    ['a length without a body', { method: 'POST', headers: ['content-length', '3'] }],
    [
      'two lengths',
      { method: 'POST', headers: ['content-length', '4', 'content-length', '3'], body: 'text' },
    ],
    ['a length that is no number', { method: 'POST', headers: ['content-length', '4, 4'], body: 'text' }],
    ['a path of two megabytes', { path: `/${'x'.repeat(2 ** 21)}` }],
    ['a header of two megabytes', { headers: ['x', 'y'.repeat(2 ** 21)] }],
    [
      'headers and a path of a megabyte together',
      { path: `/${'x'.repeat(2 ** 19)}`, headers: ['x', 'y'.repeat(2 ** 19)] },
    ],
    ['a coding', { method: 'POST', headers: ['Transfer-Encoding', 'chunked'], body: 'text' }],
  ];
  for (const [name, given] of refused)
    test(name, () => {
      const request = { method: 'GET', path: '/', headers: [], body: null, ...given };
      const bytes = request.body === null ? 0 : request.body.length;
      assert.throws(() => new RequestText('a').head(request, bytes), RequestRefused);
    });
});

test('the reason for a refused path has at most 20 characters of the path', () => {
  const head = (path: string) => () =>
    new RequestText('a').head({ method: 'GET', path, headers: [], body: null }, 0);
  assert.throws(
    head(`null${'x'.repeat(1000)}`),
    /^RequestRefused: the path begins with 'nullx{16}' and not with \/$/,
  );
  for (const path of ['/a b', ' /a', 'http://a/\u00e9'])
    assert.throws(head(path), /the path has a character that HTTP does not allow/);
  assert.throws(head(''), /the path is empty/);
});

test('an array of headers is encoded once, also a frozen one, and serves all targets', () => {
  let reads = 0;
  const headers = new Proxy(['x', 'y'], {
    get(list, key, receiver) {
      if (key === '1') reads += 1;
      return Reflect.get(list, key, receiver);
    },
  });
  const request = { method: 'GET', path: '/', headers, body: null };
  const expected = (host: string) => `GET / HTTP/1.1\r\nhost: ${host}\r\nx: y\r\n\r\n`;
  for (const host of ['a', 'b', 'a']) assert.equal(new RequestText(host).head(request, 0), expected(host));
  assert.equal(reads, 1);
  assert.equal(
    new RequestText('a').head({ ...request, headers: Object.freeze(['x', 'y']) }, 0),
    expected('a'),
  );
});

test('headers of one request close the connection and name a length as the others do', () => {
  const text = new RequestText('a');
  const request = { method: 'POST', path: '/', headers: [], body: 'text' };
  const head = text.head({ ...request, moreHeaders: ['connection', 'close', 'Content-Length', '4'] }, 4);
  assert.equal(head.match(/content-length/gi)?.length, 1);
  assert.equal(text.closes, true);
  text.head(request, 4);
  assert.equal(text.closes, false);
});

test('a refused request leaves the connection as it was', async () => {
  const server = createServer((_, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connection = new Http1Connection(
    targetAt((server.address() as { port: number }).port),
    undefined,
    () => {},
  );
  await connection.open();
  const first = new Listener();
  connection.dispatch({ method: 'GET', path: '/ ', headers: [], body: null }, first);
  assert.equal(first.received.ended, 'badly');
  const second = new Listener();
  connection.dispatch({ method: 'GET', path: '/', headers: [], body: null }, second);
  assert.equal((await second.over).body, 'ok');
  connection.close(new Error('done'));
  server.close();
});
