import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { search } from '../../bin/query/search.ts';
import { apiKey } from './api.ts';
import { captured } from './captured.ts';
import { downpour, startDownpour } from './downpour.ts';

/** `runs --query` follows a search to its end, to its limit, or until the user stops it. */

type Reply = { readonly status?: number; readonly body: object };

/** An API with a reply for each cursor. It never answers other cursors. */
async function searchable(replies: Readonly<Record<string, Reply>>) {
  const heard: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://api');
    heard.push(searchParams);
    const reply = replies[searchParams.get('cursor') ?? 'none'];
    if (reply === undefined) server.emit('unanswered');
    else
      response
        .writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(reply.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    heard,
    server,
    environment: { DOWNPOUR_URL: `http://127.0.0.1:${port}`, DOWNPOUR_API_KEY: apiKey },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const runOf = (id: number) => ({
  id,
  testid: 1,
  testname: 'shop',
  start: 0,
  stop: 1,
  owner: 'ada-team',
  access: 'PUBLIC',
  description: null,
  trashed: false,
  hasMetadata: false,
  datasets: [],
  schemas: [],
  validationErrors: [],
});
const replies: Readonly<Record<string, Reply>> = {
  '': { body: { total: 1, runs: [runOf(9)], looked: 10, left: 20, next: 'a' } },
  a: { body: { total: 0, runs: [], looked: 20, left: 10, next: 'b' } },
  b: { body: { total: 1, runs: [runOf(3)], looked: 30, left: 0 } },
};

test('a search is followed to its end, and reports its progress', async () => {
  await using api = await searchable(replies);
  const parameters = ['runs', '--query', 'extra', '--match-all', '--test', 'shop', '--limit', '5'];
  const { code, stdout, stderr } = await downpour(parameters, api.environment);
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}9 .*shop.*\n {2}3 .*shop/m);
  assert.equal(stderr, 'searched 10 of 30 runs, found 1\nsearched 20 of 30 runs, found 1\n');
  assert.deepEqual(
    api.heard.map((query) => Object.fromEntries(query)),
    [
      { query: 'extra', test: 'shop', cursor: '', limit: '5', matchAll: 'true' },
      { query: 'extra', test: 'shop', cursor: 'a', limit: '4', matchAll: 'true' },
      { query: 'extra', test: 'shop', cursor: 'b', limit: '4', matchAll: 'true' },
    ],
  );
});

test('a search ends with its limit, and continues where it was left', async () => {
  await using api = await searchable(replies);
  const first = await downpour(['runs', '--query', 'x', '--limit', '1', '--json'], api.environment);
  const { runs, next, ...rest } = JSON.parse(first.stdout);
  assert.deepEqual([first.code, runs.length, next, rest], [0, 1, 'a', { total: 1, looked: 10, skipped: [] }]);
  assert.match(first.stderr, /continue with --cursor a/);
  const second = await downpour(['runs', '--query', 'x', '--cursor', 'a', '--json'], api.environment);
  assert.deepEqual(
    [second.code, JSON.parse(second.stdout).runs.map(({ id }: { id: number }) => id)],
    [0, [3]],
  );
});

test('Ctrl-C leaves a search that is not answered; what was found is listed', async () => {
  const { b: _, ...unended } = replies;
  await using api = await searchable(unended);
  const child = startDownpour(['runs', '--query', 'x', '--json'], api.environment);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  await once(api.server, 'unanswered');
  child.kill('SIGINT');
  const [stdout, stderr, [code]] = await ended;
  assert.equal(code, 130);
  const { runs, next } = JSON.parse(stdout);
  assert.deepEqual([runs.length, next], [1, 'b']);
  assert.match(stderr, /continue with --cursor b/);
});

test('a request without a waiting caller is aborted', async () => {
  const leaving = new AbortController();
  let given: AbortSignal | undefined;
  const unanswered = (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
    given = signal;
    setImmediate(() => leaving.abort());
    return new Promise<never>(() => {});
  };
  const err = captured().terminal;
  const options = { query: { query: 'x' }, limit: 1, cursor: 'a', left: leaving.signal, err };
  const found = await search({ search: unanswered }, options);
  assert.deepEqual(found, { runs: [], skipped: [], looked: 0, isLeft: true, next: 'a' });
  assert.ok(given?.aborted);
});

test('a run that alone is too much is left out, and the exit code reports it', async () => {
  const message = 'run 8 cannot be searched: the query took more than 9 steps';
  const body = { code: 'SEARCH_TOO_LARGE', message, details: { run: 8, next: 'b' } };
  await using api = await searchable({ ...replies, a: { status: 413, body } });
  const { code, stdout, stderr } = await downpour(['runs', '--query', 'x', '--json'], api.environment);
  const { runs, skipped } = JSON.parse(stdout);
  assert.deepEqual([code, runs.length, skipped], [3, 2, [8]]);
  assert.match(stderr, /run 8 cannot be searched/);
});

test('a wrong expression is shown with its place; what belongs to a search needs one', async () => {
  const reason = 'syntax error at column 4: expected a selector';
  const wrong = { valid: false, jsonpath: '$.[', errorCode: 1, sqlState: '42601', reason, sql: null };
  await using api = await searchable({ '': { status: 400, body: wrong } });
  const refused = await downpour(['runs', '--query', '$.['], api.environment);
  assert.deepEqual([refused.code, refused.stderr], [2, `  $.[\n     ^\nerror the query failed: ${reason}\n`]);
  const lone = await downpour(['runs', '--match-all'], api.environment);
  assert.equal(lone.code, 2);
  assert.match(lone.stderr, /--match-all works only together with --query: add --query EXPRESSION/);
});

test('runs of a test that does not exist are refused, not shown as none', async () => {
  const server = createServer(({ url = '' }, response) => {
    const isList = url.startsWith('/api/run/list');
    const body = isList
      ? { total: 0, runs: [], looked: 0, left: 0 }
      : { code: 'TEST_NOT_FOUND', message: 'No test with name or id nope', requestId: 'r' };
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const environment = { DOWNPOUR_URL: `http://127.0.0.1:${port}`, DOWNPOUR_API_KEY: apiKey };
  try {
    for (const more of [[], ['--query', 'x']]) {
      const { code, stdout, stderr } = await downpour(['runs', '--test', 'nope', ...more], environment);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /No test with name or id nope/);
    }
    assert.equal((await downpour(['runs'], environment)).code, 0);
  } finally {
    server.close();
  }
});
