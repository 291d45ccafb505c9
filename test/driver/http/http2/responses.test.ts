import assert from 'node:assert/strict';
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Server } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { runShard, targetAt, totals } from '../../session/shards.ts';
import { identity, portOf } from './peers.ts';

/**
 * Redirects and compression over HTTP/2 have the same results as over HTTP/1.1. The test uses the server of
 * Node.
 */

type Page = { readonly headers?: OutgoingHttpHeaders; readonly body?: string | Buffer };
type Seen = { readonly headers: IncomingHttpHeaders; readonly body: string };

/**
 * Opens a site with these pages by path, and runs the steps of one user against it. Returns the requests that
 * the server got.
 */
async function visit(
  t: TestContext,
  pages: (port: number) => Readonly<Record<string, Page>>,
  ...steps: object[]
) {
  const seen: Seen[] = [];
  let port = 0;
  const server = createSecureServer(identity);
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const chunks: Buffer[] = [];
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      seen.push({ headers, body: Buffer.concat(chunks).toString() });
      const page = pages(port)[headers[':path'] ?? ''];
      stream.respond({ ':status': page === undefined ? 404 : 200, ...page?.headers });
      stream.end(page?.body);
    });
  });
  port = await portOf(t, server as unknown as Server);
  const target = {
    ...targetAt(port, { protocol: 'https', key: `https://127.0.0.1:${port}` }),
    httpVersion: '2' as const,
  };
  const { rows, log, outcome } = await runShard({ scenario: [{ main: steps }], target });
  assert.equal(outcome.result, 'completed');
  const requests = seen.map(({ headers, body }) =>
    `${headers[':method']} ${headers[':path']} ${body}`.trim(),
  );
  return { rows, log, seen, requests, errors: outcome.errors };
}

const to = (location: string, status = 302): Page => ({ headers: { ':status': status, location } });
const following = (request: object, handler: object = {}) => [
  { httpRequest: { ...request, handler: { body: { store: 'text' }, followRedirect: 'ALWAYS', ...handler } } },
  { log: '${text}' },
];

suite('A redirect over HTTP/2', () => {
  test('is followed to its end, by relative and by whole locations, and counted by itself', async (t) => {
    const { requests, log, rows, seen, errors } = await visit(
      t,
      (port) => ({
        '/': to('a/b'),
        '/a/b': to('../c?d=e', 301),
        '/c?d=e': to(`https://127.0.0.1:${port}/end`, 308),
        '/end': { body: 'here' },
      }),
      ...following({ GET: '/', headers: { 'x-who': 'ann' } }),
    );
    assert.deepEqual(requests, ['GET /', 'GET /a/b', 'GET /c?d=e', 'GET /end']);
    assert.deepEqual([log, errors], [['here'], []]);
    assert.deepEqual(new Set(seen.map(({ headers }) => headers['x-who'])), new Set(['ann']));
    assert.equal(new Set(seen.map(({ headers }) => headers[':authority'])).size, 1);
    const [first, rest] = [totals(rows, 'main'), totals(rows, 'main_redirect_0')];
    assert.deepEqual([first.requests, first.status3xx], [1, 1]);
    assert.deepEqual([rest.requests, rest.status3xx, rest.status2xx, rest.invalid], [3, 2, 1, 0]);
  });

  test('continues with GET and without a body, unless its status repeats the request', async (t) => {
    for (const [status, second] of [
      [301, 'GET /end'],
      [302, 'GET /end'],
      [303, 'GET /end'],
      [307, 'POST /end umbrella'],
      [308, 'POST /end umbrella'],
    ] as const) {
      const pages = { '/': to('/end', status), '/end': { body: 'here' } };
      const { requests, seen } = await visit(t, () => pages, ...following({ POST: '/', body: 'umbrella' }));
      assert.deepEqual(requests, ['POST / umbrella', second], String(status));
      assert.equal(seen[1]?.headers['content-length'], second.endsWith('umbrella') ? '8' : undefined);
    }
  });

  test('is followed from a page too, also when the page is compressed', async (t) => {
    const page = '<meta http-equiv="refresh" content="0;url=/next">';
    const html = { 'content-type': 'text/html' };
    const { requests, log } = await visit(
      t,
      () => ({
        '/': { headers: { ...html, 'content-encoding': 'gzip' }, body: gzipSync(page) },
        '/next': { headers: html, body: 'the end' },
      }),
      ...following({ GET: '/', compression: 'gzip' }),
    );
    assert.deepEqual([requests, log], [['GET /', 'GET /next'], ['the end']]);
  });
});

suite('Compression over HTTP/2', () => {
  const text = JSON.stringify({ list: Array.from({ length: 5000 }, (_each, at) => `člověk ${at}`) });
  const compress = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync, deflate: deflateSync };

  for (const [encoding, packed] of Object.entries(compress))
    test(`${encoding} is requested and decompressed, and the bytes that came are counted`, async (t) => {
      const body = packed(text);
      const { seen, log, rows } = await visit(
        t,
        () => ({ '/': { headers: { 'content-encoding': encoding }, body } }),
        ...following({ GET: '/', compression: encoding }),
      );
      assert.equal(seen[0]?.headers['accept-encoding'], encoding);
      assert.deepEqual(log, [text]);
      const { bytesReceived, invalid } = totals(rows);
      assert.deepEqual([bytesReceived, invalid], [body.length, 0]);
    });

  test('that is damaged makes its request invalid, and the next request on the connection succeeds', async (t) => {
    const handler = { body: { store: 'text' }, stopOnInvalid: false };
    const { log, rows, errors } = await visit(
      t,
      () => ({
        '/bad': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(text).subarray(0, 500) },
        '/good': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('good') },
      }),
      { set: 'text <- none' },
      { httpRequest: { GET: '/bad', compression: 'gzip', handler } },
      { log: '${text}' },
      { httpRequest: { GET: '/good', compression: 'gzip', handler } },
      { log: '${text}' },
    );
    assert.deepEqual(log, ['<text is not set>', 'good']);
    assert.match(
      errors.join(),
      /^phase 'test', .*: the compressed body of the response cannot be decompressed: unexpected end of file$/,
    );
    const { responses, invalid, connectionErrors } = totals(rows);
    assert.deepEqual([responses, invalid, connectionErrors], [2, 1, 0]);
  });

  test('by a transfer coding, which HTTP/2 does not have, is not requested', async (t) => {
    const compression = { encoding: 'gzip', type: 'TRANSFER_ENCODING' };
    const { seen, log } = await visit(
      t,
      () => ({ '/': { body: 'plain' } }),
      ...following({ GET: '/', compression }),
    );
    const [{ headers } = { headers: undefined }] = seen;
    assert.deepEqual([headers?.te, headers?.['accept-encoding'], log], [undefined, undefined, ['plain']]);
  });
});
