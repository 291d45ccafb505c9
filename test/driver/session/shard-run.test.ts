import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { describe, it } from 'node:test';
import { openShardRun } from '../../../lib/driver/session/shard-run.ts';
import { assignmentOf, clock, listen, ok, runShard, targetAt, totals } from './shards.ts';

/** A scenario with one sequence. */
const steps = (...list: readonly unknown[]): unknown => [{ main: list }];

describe('a runShard sends what the document says', () => {
  it('sends path, query, headers and a pattern body from variables', async () => {
    const target = await listen(ok);
    const scenario = steps(
      { set: 'city <- Brno Líšeň' },
      { setInt: 'page <- 7' },
      {
        httpRequest: {
          POST: '/find/${urlencode:city}?page=${%03d:page}',
          headers: { 'content-type': 'text/plain', 'x-page': 'p${page}' },
          body: 'city=${city}',
        },
      },
    );
    const { rows } = await runShard({ scenario, target: targetAt(target.port) });
    target.close();
    const [request] = target.seen;
    assert.equal(request?.method, 'POST');
    assert.equal(request?.url, '/find/Brno+L%C3%AD%C5%A1e%C5%88?page=007');
    assert.equal(request?.headers['x-page'], 'p7');
    assert.equal(request?.body, 'city=Brno Líšeň');
    assert.match(request?.headers['user-agent'] ?? '', /^#0@/);
    assert.equal(totals(rows, 'main').responses, 1);
  });

  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
    it(`sends ${method}`, async () => {
      const target = await listen(ok);
      const { rows } = await runShard({
        scenario: steps({ httpRequest: { [method]: '/x' } }),
        target: targetAt(target.port),
      });
      target.close();
      assert.deepEqual(
        target.seen.map((request) => [request.method, request.url]),
        [[method, '/x']],
      );
      assert.deepEqual([totals(rows).status2xx, totals(rows).failed], [1, 0]);
    });
  }

  it('stores a value of a JSON response and uses it in the next request', async () => {
    const target = await listen((_request, response) =>
      response.end('{"items":[{"id":"a b"},{"id":2}],"idle":1}'),
    );
    const scenario = steps(
      { httpRequest: { GET: '/list', handler: { body: { json: '.items[].id -> id' } } } },
      { httpRequest: { GET: '/item/${id}', metric: 'item' } },
    );
    const { rows } = await runShard({ scenario, target: targetAt(target.port) });
    target.close();
    assert.equal(target.seen[1]?.url, '/item/a%20b');
    assert.equal(totals(rows, 'item').responses, 1);
  });

  it('repeats the steps of a loop and keeps its counter', async () => {
    const target = await listen(ok);
    const scenario = [
      {
        first: [
          { loop: { counterVar: 'i', repeats: 3, steps: [{ httpRequest: { GET: '/i/${i}' } }] } },
          { log: 'end ${i}' },
        ],
      },
      { second: [{ httpRequest: { GET: '/last' } }] },
    ];
    const { log } = await runShard({ scenario, target: targetAt(target.port) });
    target.close();
    assert.deepEqual(
      target.seen.map((request) => request.url),
      ['/i/0', '/i/1', '/i/2', '/last'],
    );
    assert.deepEqual(log, ['end 3']);
  });

  it('runs initial sequences side by side and lets a thinking one not hold the other', async () => {
    const target = await listen(ok);
    const scenario = {
      initialSequences: [
        { slow: [{ thinkTime: '30ms' }, { httpRequest: { GET: '/slow' } }] },
        { quick: [{ httpRequest: { GET: '/quick' } }] },
      ],
    };
    await runShard({ scenario, target: targetAt(target.port) });
    target.close();
    assert.deepEqual(
      target.seen.map((request) => request.url),
      ['/quick', '/slow'],
    );
  });

  it('stops a session at stop and draws random items and ints from the seed', async () => {
    const target = await listen(ok);
    const scenario = steps(
      { randomItem: { toVar: 'path', list: ['/a', '/b', '/c', '/d'] } },
      { randomInt: 'n <- 1 .. 1000000' },
      { httpRequest: { GET: '${path}?n=${n}' } },
      'stop',
      { httpRequest: { GET: '/never' } },
    );
    const arrivals = { kind: 'atOnce', users: 20 } as const;
    await runShard({ scenario, arrivals, target: targetAt(target.port), connections: 1 });
    const first = target.seen.splice(0).map((request) => request.url);
    await runShard({ scenario, arrivals, target: targetAt(target.port), connections: 1 });
    target.close();
    assert.equal(first.length, 20);
    assert.ok(new Set(first).size > 10);
    assert.deepEqual(
      target.seen.map((request) => request.url),
      first,
    );
  });
});

describe('every outcome of a request is counted once', () => {
  it('a status outside 200 to 399 is an invalid response and ends the session', async () => {
    const target = await listen((_request, response) => response.writeHead(400).end());
    const { rows } = await runShard({
      scenario: steps({ httpRequest: { GET: '/bad' } }, { httpRequest: { GET: '/never' } }),
      target: targetAt(target.port),
    });
    target.close();
    const { requests, responses, invalid, status4xx, connectionErrors, failed } = totals(rows);
    assert.deepEqual([requests, responses, invalid, status4xx, connectionErrors], [1, 1, 1, 1, 0]);
    assert.equal(failed, 1);
  });

  it('a range handler marks the request invalid, and without stopOnInvalid the session continues', async () => {
    const target = await listen(ok);
    const request = {
      httpRequest: { GET: '/', handler: { status: { range: '201-299' }, stopOnInvalid: false } },
    };
    const { rows } = await runShard({ scenario: steps(request, request), target: targetAt(target.port) });
    target.close();
    assert.deepEqual([totals(rows).responses, totals(rows).invalid], [2, 2]);
  });

  it('a connection closed before the response is a connection error', async () => {
    const target = await listen((request) => request.socket.destroy());
    const { rows, outcome } = await runShard({
      scenario: steps({ httpRequest: { GET: '/' } }),
      target: targetAt(target.port),
    });
    target.close();
    const { requests, responses, invalid, connectionErrors, failed } = totals(rows);
    assert.deepEqual([requests, responses, invalid, connectionErrors], [1, 0, 1, 1]);
    assert.equal(failed, 1);
    assert.equal(outcome.errors.length, 1);
  });

  it('a request without an answer in time is a timeout and nothing else', async () => {
    const target = await listen(() => {});
    const { rows } = await runShard({
      scenario: steps({ httpRequest: { GET: '/', timeout: '50ms' } }),
      target: targetAt(target.port),
    });
    target.close();
    const { requests, responses, timeouts, connectionErrors, invalid, failed } = totals(rows);
    assert.deepEqual([requests, responses, timeouts, connectionErrors, invalid], [1, 0, 1, 0, 1]);
    assert.equal(failed, 1);
  });

  it('a body handler that throws is an internal error and stops only its session', async () => {
    const target = await listen((_request, response) => response.end('{"truncated":'));
    const scenario = steps({ httpRequest: { GET: '/', handler: { body: { json: '.id -> id' } } } });
    const { rows, outcome } = await runShard({
      scenario,
      arrivals: { kind: 'atOnce', users: 2 },
      target: targetAt(target.port),
    });
    target.close();
    const { responses, internalErrors, invalid, failed } = totals(rows);
    assert.deepEqual([responses, internalErrors, invalid, failed], [0, 2, 2, 2]);
    assert.equal(outcome.result, 'completed');
  });

  it('a step that throws fails the phase and reports the reason', async () => {
    const target = await listen((_request, response) => response.end('{}'));
    const scenario = steps(
      { httpRequest: { GET: '/', handler: { body: { json: '.id -> id' } } } },
      { httpRequest: { GET: '/${id}' } },
    );
    const { outcome } = await runShard({
      scenario,
      arrivals: { kind: 'atOnce', users: 3 },
      target: targetAt(target.port),
    });
    target.close();
    assert.equal(outcome.result, 'failed');
    const location = "phase 'test', sequence 'main', step 2 of 2 (httpRequest)";
    assert.equal(outcome.reason, `${location}: variable 'id' is not set`);
  });
});

describe('arrivals', () => {
  it('an even open phase starts exactly rate x duration users', async () => {
    const target = await listen(ok);
    const { outcome, rows } = await runShard({
      scenario: steps({ httpRequest: { GET: '/' } }),
      arrivals: { kind: 'constantRate', usersPerSec: 200, variance: false },
      phase: { durationMs: 500 },
      target: targetAt(target.port),
    });
    target.close();
    assert.deepEqual(
      [outcome.planned, outcome.started, target.seen.length, totals(rows).responses],
      [100, 100, 100, 100],
    );
  });

  it('maxDuration ends users that would not leave', async () => {
    const target = await listen(() => {});
    const { outcome } = await runShard({
      scenario: steps({ httpRequest: { GET: '/' } }),
      arrivals: { kind: 'atOnce', users: 2 },
      phase: { maxDurationMs: 100 },
      target: targetAt(target.port),
    });
    target.close();
    assert.deepEqual([outcome.result, outcome.started], ['completed', 2]);
  });

  it('stop ends sending at once and aborts what is in flight', async () => {
    const target = await listen(() => {});
    const arrivals = { kind: 'constantRate', usersPerSec: 100, variance: false } as const;
    const scenario = steps({ httpRequest: { GET: '/' } });
    const opened = await openShardRun(
      assignmentOf({
        scenario,
        arrivals,
        phase: { durationMs: 60_000 },
        target: targetAt(target.port),
        connections: 2,
      }),
      { clock },
    );
    const ended = opened.run(clock.nowNs());
    await new Promise((resolve) => target.server.once('request', resolve));
    opened.stop('enough');
    const outcome = await ended;
    const sent = target.seen.length;
    await opened.close();
    target.close();
    assert.deepEqual([outcome.result, outcome.reason, outcome.planned], ['stopped', 'enough', 6000]);
    assert.ok(sent <= 3);
    assert.deepEqual(opened.active, { sessions: 0, inFlight: 0 });
  });
});

describe('connections', () => {
  it('pipelining puts several requests on one connection', async () => {
    let most = 0;
    let now = 0;
    const target = await listen((_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end();
      }, 20);
    });
    const { rows } = await runShard({
      scenario: steps({ httpRequest: { GET: '/' } }),
      arrivals: { kind: 'atOnce', users: 8 },
      target: targetAt(target.port, { pipeliningLimit: 4 }),
      connections: 1,
    });
    target.close();
    assert.equal(target.connections(), 1);
    assert.equal(totals(rows).responses, 8);
    assert.ok(most > 1 && most <= 4, `${most} at once`);
  });

  it('speaks TLS and accepts any certificate', async () => {
    const [key, cert] = await Promise.all(
      ['localhost.key', 'localhost.crt'].map((file) =>
        readFile(new URL(`../../data/tls/${file}`, import.meta.url)),
      ),
    );
    const server = createServer({ key, cert }, (_request, response) => response.end('ok'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const target = targetAt(port, { protocol: 'https', host: 'localhost', authority: `localhost:${port}` });
    const { rows } = await runShard({ scenario: steps({ httpRequest: { GET: '/' } }), target });
    server.closeAllConnections();
    server.close();
    assert.equal(totals(rows).status2xx, 1);
  });

  it('a reason that will not pass ends opening at the first try of each connection', async () => {
    const target = await listen(ok);
    await assert.rejects(
      runShard({
        scenario: steps({ httpRequest: { GET: '/' } }),
        target: targetAt(target.port, { protocol: 'https' }),
        connections: 3,
      }),
      /the server at this address does not use TLS; write http:/,
    );
    target.close();
    assert.ok(target.connections() <= 3, `${target.connections()} connections`);
  });

  it('a target that refuses connections is reported before any user starts', async () => {
    const target = await listen(ok);
    target.close();
    await new Promise((resolve) => target.server.once('close', resolve));
    await assert.rejects(
      runShard({ scenario: steps({ httpRequest: { GET: '/' } }), target: targetAt(target.port) }),
      /cannot reach http:\/\/127\.0\.0\.1:\d+: nothing listens/,
    );
  });
});

describe('bytes on a connection', () => {
  it('are those that the server saw, heads included, also when a dropped connection is replaced', async () => {
    const sockets: Socket[] = [];
    const target = await listen((request, response, { url }) => {
      if (url === '/drop') request.socket.destroy();
      else response.end('0123456789');
    });
    target.server.on('connection', (socket) => sockets.push(socket));
    const handler = {
      rawBytes: { transferSizeRecorder: { key: 'transfer' } },
      stopOnInvalid: false,
    };
    const requests = ['/a', '/drop', '/b', '/c'].map((path) => ({
      httpRequest: { POST: path, body: 'x'.repeat(3000), handler },
    }));
    const { rows } = await runShard({
      scenario: steps(...requests),
      target: targetAt(target.port),
      connections: 1,
    });
    target.close();
    const sums = rows.map(({ extensions }) => extensions?.transfer?.counts);
    const sum = (name: string): number => sums.reduce((total, counts) => total + (counts?.[name] ?? 0), 0);
    assert.ok(sockets.length > 1 && sum('sent') > 12_000 && sum('received') > 300);
    const seen = (of: (socket: Socket) => number): number =>
      sockets.reduce((total, socket) => total + of(socket), 0);
    assert.deepEqual(
      [sum('sent'), sum('received')],
      [seen((socket) => socket.bytesRead), seen((socket) => socket.bytesWritten)],
    );
  });
});
