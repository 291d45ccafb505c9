import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { suite, test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { randomFor } from '../../../lib/driver/random.ts';
import { type Case, listen, ok, runShard, targetAt, totals } from '../session/shards.ts';

/** Requests over sockets, as the server of Node receives and answers them. */

const httpRequest = (request: object) => ({ httpRequest: request });
const main = (...steps: unknown[]) => [{ main: steps }];

/** Runs users against a server that uses this handler. */
async function visit(handler: Parameters<typeof listen>[0], row: Omit<Case, 'target'>, target = {}) {
  const server = await listen(handler);
  try {
    const run = await runShard({ target: targetAt(server.port, target), ...row });
    return { ...run, seen: server.seen, connections: server.connections() };
  } finally {
    server.close();
  }
}

suite('Requests', () => {
  test('row 80: send bodies of text, variables and patterns with their lengths in bytes', async () => {
    const chinese = '北京歡迎你 and some more';
    const bodies: readonly (readonly [unknown, string])[] = [
      ['hello, world', 'hello, world'],
      [{ text: '${city} as it is' }, '${city} as it is'],
      [{ fromVar: 'city' }, '北京'],
      [{ pattern: 'to ${city}, 😀' }, 'to 北京, 😀'],
      [chinese, chinese],
    ];
    const { seen, rows } = await visit(ok, {
      scenario: main(
        { set: 'city <- 北京' },
        ...bodies.map(([body]) => httpRequest({ POST: '/', body })),
        httpRequest({ POST: '/' }),
      ),
    });
    assert.deepEqual(
      seen.map(({ body, headers }) => [body, headers['content-length'] ?? '0']),
      [...bodies.map(([, sent]) => [sent, `${Buffer.byteLength(sent)}`]), ['', '0']],
    );
    const sent = bodies.reduce((sum, [, body]) => sum + Buffer.byteLength(body), 0);
    assert.equal(totals(rows).bytesSent, sent);
  });

  test('row 91: never send a space, nor a plus in a path, and the query keeps its meaning', async () => {
    const paths = ['/a b/c d?e f=g h&i=j', '/${name}/x?q=${name}', '/plain?q=a%20b+c'];
    const { seen, outcome } = await visit(ok, {
      scenario: main({ set: 'name <- New York' }, ...paths.map((GET) => httpRequest({ GET }))),
    });
    assert.equal(outcome.result, 'completed');
    const read = seen.map(({ url }) => {
      const { pathname, searchParams } = new URL(url, 'http://x');
      return [decodeURIComponent(pathname), Object.fromEntries(searchParams)];
    });
    assert.deepEqual(read, [
      ['/a b/c d', { 'e f': 'g h', i: 'j' }],
      ['/New York/x', { q: 'New York' }],
      ['/plain', { q: 'a b c' }],
    ]);
    for (const { url } of seen) assert.doesNotMatch(url, / |^[^?]*\+/);
  });

  test('never fail for half of a surrogate pair, which a response in JSON may have', async () => {
    const { seen, outcome } = await visit(
      (_request, response) => {
        response.end('{"name":"\\ud83d"}');
      },
      {
        scenario: main(
          httpRequest({ GET: '/\ud83d', handler: { body: { json: '.name -> name' } } }),
          httpRequest({ GET: '/${name}?q=${urlencode:name}' }),
        ),
      },
    );
    assert.equal(outcome.result, 'completed');
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['/%EF%BF%BD', '/%EF%BF%BD?q=%EF%BF%BD'],
    );
  });

  test('row 89: reach one host under two names by endpoint, and two targets without a difference are refused', async () => {
    const steps = main(
      httpRequest({ GET: '/one', endpoint: 'a' }),
      httpRequest({ GET: '/two', endpoint: { fromVar: 'where' } }),
    );
    const server = await listen(ok);
    try {
      const { outcome } = await runShard({
        scenario: [{ main: [{ set: 'where <- b' }, ...(steps[0]?.main ?? [])] }],
        target: targetAt(server.port, { key: 'a', name: 'a', isDefault: false }),
        otherTargets: [targetAt(server.port, { key: 'b', name: 'b', isDefault: false })],
      });
      assert.deepEqual([outcome.result, server.seen.map(({ url }) => url)], ['completed', ['/one', '/two']]);
    } finally {
      server.close();
    }
    const refused = (first: string, second: string) =>
      parseBenchmark(`name: n\nhttp: [{ host: h${first} }, { host: h${second} }]\n`)
        .problems.filter(({ severity }) => severity === 'error')
        .map(({ path }) => path.join('.'));
    assert.deepEqual(refused(', name: a', ', name: b'), []);
    assert.equal(refused(', name: a', ', name: a').length, 1);
    assert.equal(refused('', '').length, 1);
  });
});

suite('Raw bytes', () => {
  /** Counts the bytes that the sockets of a server have carried in both directions. */
  const carriedBy = (sockets: ReadonlySet<Socket>) =>
    [...sockets].reduce(
      ({ sent, received }, socket) => ({
        sent: sent + socket.bytesRead,
        received: received + socket.bytesWritten,
      }),
      { sent: 0, received: 0 },
    );
  const rawBytes = { transferSizeRecorder: { key: 'transfer' } };

  for (const pipeliningLimit of [1, 4])
    test(`row 93: of every request and response are seen, with ${pipeliningLimit} in flight on a connection`, async () => {
      const sockets = new Set<Socket>();
      const { rows } = await visit(
        (request, response, { url }) => {
          sockets.add(request.socket);
          if (url.endsWith('3')) response.writeHead(204).end();
          else response.end('b'.repeat(url.length * 100));
        },
        {
          scenario: main(
            ...Array.from({ length: 10 }, (_each, at) =>
              httpRequest({ POST: `/${at}`, body: 'x'.repeat(at), sync: false, handler: { rawBytes } }),
            ),
            'awaitAllResponses',
          ),
          arrivals: { kind: 'atOnce', users: 5 },
          connections: 2,
        },
        { pipeliningLimit },
      );
      assert.equal(totals(rows).responses, 50);
      const transfer = { sent: 0, received: 0 };
      for (const { extensions } of rows)
        for (const way of ['sent', 'received'] as const)
          transfer[way] += extensions?.transfer?.counts[way] ?? 0;
      assert.deepEqual(transfer, carriedBy(sockets));
    });

  test('row 94: of responses of more than 100 kB are seen, and the body is read as well', async () => {
    const sizes = [100_001, 250_000, 1_000_000];
    const body = (at: number): string => `${at}`.repeat(sizes[at] ?? 0);
    const { rows, outcome } = await visit(
      (_request, response, { url }) => {
        const text = body(Number(url[1]));
        // The response has a length for some paths. For others it is sent in chunks.
        if (url.endsWith('l')) response.setHeader('content-length', text.length);
        else response.write(text.slice(0, 7));
        response.end(url.endsWith('l') ? text : text.slice(7));
      },
      {
        scenario: main(
          ...sizes.flatMap((size, at) =>
            ['l', 'c'].flatMap((kind) => [
              httpRequest({ GET: `/${at}${kind}`, handler: { rawBytes, body: { store: 'text' } } }),
              {
                fail: {
                  message: `body ${at}${kind}`,
                  stringCondition: { fromVar: 'text', length: { notEqualTo: size } },
                },
              },
              {
                fail: {
                  message: `body ${at}${kind}`,
                  stringCondition: { fromVar: 'text', endsWith: `${at}`.repeat(9), negate: true },
                },
              },
            ]),
          ),
        ),
      },
    );
    assert.deepEqual([outcome.result, outcome.errors, totals(rows).invalid], ['completed', [], 0]);
    assert.equal(
      totals(rows).bytesReceived,
      sizes.reduce((sum, size) => sum + 2 * size, 0),
    );
  });
});

suite('The statistics', () => {
  const counted = async (handler: Parameters<typeof listen>[0]) => {
    const { rows } = await visit(handler, { scenario: main(httpRequest({ GET: '/' })) });
    const { requests, responses, invalid, connectionErrors, internalErrors, timeouts, status4xx } =
      totals(rows);
    return {
      requests,
      responses,
      invalid,
      errors: connectionErrors + internalErrors + timeouts,
      connectionErrors,
      status4xx,
    };
  };

  test('row 100: of a status 400 is an invalid response and no error', async () => {
    assert.deepEqual(await counted((_request, response) => void response.writeHead(400).end('no')), {
      requests: 1,
      responses: 1,
      invalid: 1,
      errors: 0,
      connectionErrors: 0,
      status4xx: 1,
    });
  });

  test('row 101: of a connection that is closed is a connection error, invalid, and no response', async () => {
    const closed = { requests: 1, responses: 0, invalid: 1, errors: 1, connectionErrors: 1, status4xx: 0 };
    assert.deepEqual(await counted(({ socket }) => void socket.destroy()), closed);
    assert.deepEqual(await counted(({ socket }) => void socket.resetAndDestroy()), closed);
    assert.deepEqual(await counted(({ socket }) => void socket.end()), closed);
  });

  test('row 99: is what the server counts, with one connection in a hundred reset', async () => {
    const random = randomFor(5, 'resets', 0, 'one in a hundred');
    let resets = 0;
    const { rows, seen, outcome } = await visit(
      (request, response) => {
        if (random.next() > 0.01) response.end('ok');
        else {
          resets += 1;
          request.socket.resetAndDestroy();
        }
      },
      {
        scenario: main(
          ...Array.from({ length: 20 }, (_each, at) => httpRequest({ GET: `/${at}`, metric: `m${at % 3}` })),
        ),
        arrivals: { kind: 'constantRate', usersPerSec: 250, variance: true },
        phase: { durationMs: 1000 },
        ergonomics: { stopOnInvalid: false },
        connections: 8,
      },
    );
    const { requests, responses, connectionErrors, status2xx, resent } = totals(rows);
    assert.equal(requests, 20 * outcome.started);
    assert.ok(requests > 1000 && resets > 0, `${requests} requests, ${resets} resets`);
    assert.deepEqual(
      [requests, responses, status2xx, connectionErrors],
      [seen.length - resent, seen.length - resets, seen.length - resets, resets - resent],
    );
  });
});

suite('closeConnection', () => {
  test('row 105: closes behind the response, with a body and without', async () => {
    for (const status of [200, 204]) {
      const request = {
        GET: '/',
        handler: { header: { filter: { header: { value: 'x-last' }, processor: 'closeConnection' } } },
      };
      const { rows, seen, connections } = await visit(
        (_request, response) => {
          response.writeHead(status, { 'x-last': 'yes' });
          response.end(status === 200 ? 'whole' : undefined);
        },
        { scenario: main(...new Array(3).fill(httpRequest(request))), connections: 1 },
      );
      const { responses, connectionErrors, bytesReceived } = totals(rows);
      assert.deepEqual([responses, connectionErrors, seen.length, connections], [3, 0, 3, 3]);
      assert.equal(bytesReceived, status === 200 ? 15 : 0);
    }
  });
});
