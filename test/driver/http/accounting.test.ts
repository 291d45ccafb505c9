import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer as createRaw, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { suite, type TestContext, test } from 'node:test';
import type { Target } from '../../../lib/driver/model/benchmark.ts';
import { randomFor } from '../../../lib/driver/random.ts';
import { openShardRun } from '../../../lib/driver/session/shard-run.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import {
  assignmentOf,
  type Case,
  clock,
  openVirtually,
  runVirtually,
  targetAt,
  totals,
} from '../session/shards.ts';
import { answering, identity, portOf, scripted } from './http2/peers.ts';
import { responseAfter, type Script } from './scripted-target.ts';

/**
 * Each outcome of a request is counted in the same way in both versions of HTTP. No request remains counted
 * as in flight.
 */

const body = 'hello';

/** The answer of a target to a request for `/KIND`. */
type Kind = 'ok' | 'bad' | 'broken' | 'silent' | 'half' | 'reset' | 'cut';

/** A server of one version of HTTP. */
type Version = {
  readonly listen: () => Server;
  readonly target: Partial<Target>;
  readonly talksNonsense: () => Server;
};

const isKind = (path = '/'): Kind => path.slice(1) as Kind;

function answerHttp1(): Server {
  return createServer((request, response) => {
    const kind = isKind(request.url);
    if (kind === 'silent') return;
    if (kind === 'reset') request.socket.resetAndDestroy();
    else if (kind === 'half' || kind === 'cut') {
      response.writeHead(200, { 'content-length': 10 }).write(body, () => {
        if (kind === 'cut') request.socket.destroy();
      });
    } else response.writeHead(statusOf(kind)).end(body);
  });
}

function answerHttp2(): Server {
  const server = createSecureServer(identity);
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => {}); // The client gives some of them up.
    const kind = isKind(headers[':path']);
    if (kind === 'silent') return;
    if (kind === 'reset') {
      stream.close(2);
      return;
    }
    stream.respond({ ':status': statusOf(kind) });
    if (kind === 'half') stream.write(body);
    else if (kind === 'cut')
      stream.write(body, () => clock.after(30, () => stream.destroy(new Error('cut'))));
    else stream.end(body);
  });
  return server as unknown as Server;
}

const statusOf = (kind: Kind): number => ({ bad: 404, broken: 503 })[kind as string] ?? 200;

const versions: Readonly<Record<string, Version>> = {
  'HTTP/1.1': { listen: answerHttp1, target: {}, talksNonsense },
  'HTTP/2': {
    listen: answerHttp2,
    target: { protocol: 'https', key: 'over TLS' },
    // The server sends a wrong preface, so it does not support HTTP/2. The preflight detects this before any
    // load.
    talksNonsense: () => scripted(answering((_frame, peer) => peer.socket.write(tooLong))),
  },
};

const none = {
  requests: 0,
  responses: 0,
  status2xx: 0,
  status4xx: 0,
  status5xx: 0,
  invalid: 0,
  failed: 0,
  timeouts: 0,
  connectionErrors: 0,
  internalErrors: 0,
  resent: 0,
};

/** Runs the case to its end. Returns the counters, and the requests in flight after the last user. */
async function count(row: Case) {
  const run = await openShardRun(assignmentOf(row), { clock });
  try {
    const outcome = await run.run(clock.nowNs());
    const sums = totals(listRows(run.recorder.rows()));
    assert.deepEqual(run.active, { sessions: 0, inFlight: 0 });
    const names = Object.keys(none) as (keyof typeof none)[];
    return { outcome, counters: Object.fromEntries(names.map((name) => [name, sums[name]])) };
  } finally {
    await run.close();
  }
}

const throwing = { addToInt: 'unset += 1' };
const invalid = { invalid: 1, failed: 1 };
const broken = { ...invalid, connectionErrors: 1 };

type Row = readonly [what: string, request: object, expected: Partial<typeof none>, more?: Partial<Case>];

const rows: readonly Row[] = [
  ['a response', { GET: '/ok' }, { responses: 1, status2xx: 1 }],
  ['a status of 4xx', { GET: '/bad' }, { responses: 1, status4xx: 1, ...invalid }],
  ['a status of 5xx', { GET: '/broken' }, { responses: 1, status5xx: 1, ...invalid }],
  ['a timeout before the head', { GET: '/silent', timeout: '30ms' }, { timeouts: 1, ...invalid }],
  ['a timeout behind it', { GET: '/half', timeout: '100ms' }, { status2xx: 1, timeouts: 1, ...invalid }],
  ['a reset before the head', { GET: '/reset' }, broken],
  ['a reset behind it', { GET: '/cut' }, { status2xx: 1, ...broken }],
  [
    'an exception in a status handler',
    { GET: '/ok', handler: { status: { action: { '200': throwing } } } },
    { status2xx: 1, internalErrors: 1, ...invalid },
  ],
  [
    'an exception in a body handler',
    { GET: '/ok', handler: { body: throwing } },
    { status2xx: 1, internalErrors: 1, ...invalid },
  ],
  [
    'an exception in a completion handler',
    { GET: '/ok', handler: { onCompletion: throwing } },
    { responses: 1, status2xx: 1, internalErrors: 1, ...invalid },
  ],
  ['a phase that is over', { GET: '/silent' }, {}, { phase: { maxDurationMs: 100 } }],
];

for (const [version, { listen, target, talksNonsense: nonsense }] of Object.entries(versions)) {
  const requesting = (port: number, request: object, more: Partial<Case> = {}): Case => ({
    scenario: [{ main: [{ httpRequest: request }] }],
    target: targetAt(port, target),
    ...more,
  });

  suite(`over ${version}`, () => {
    for (const [what, request, expected, more] of rows)
      test(`${what} is counted for what it is`, async (t) => {
        const { counters } = await count(requesting(await portOf(t, listen()), request, more));
        assert.deepEqual(counters, { ...none, requests: 1, ...expected });
      });

    test('bytes that are not a response are a connection error', async (t) => {
      const port = await portOf(t, nonsense());
      const plain: Partial<Target> = version === 'HTTP/2' ? { httpVersion: '2' } : {};
      const { counters, outcome } = await count({
        ...requesting(port, { GET: '/' }),
        target: targetAt(port, plain),
      });
      assert.deepEqual(counters, { ...none, requests: 1, ...broken });
      assert.equal(outcome.errors.length, 1);
    });

    test('a target that goes away and comes back loses the requests in between', async (t) => {
      const row = { arrivals: { kind: 'always', users: 4 } as const, phase: { durationMs: 900 } };
      const request = { GET: '/ok', handler: { stopOnInvalid: false } };
      const first = listen();
      const port = await portOf(t, first);
      const restarting = restart(t, first, listen, port);
      const { counters } = await count(requesting(port, request, row));
      await restarting;
      const { requests = 0, responses = 0, connectionErrors = 0, failed } = counters;
      assert.ok(connectionErrors > 0 && responses > 0, JSON.stringify(counters));
      assert.deepEqual([requests, failed], [responses + connectionErrors, connectionErrors]);
    });

    test('row 99: the target counts as many requests as the run, with one in a hundred reset', async (t) => {
      const { seen, resets, server } = resetting(version);
      const port = await portOf(t, server);
      const users = 8;
      const requests = Number(process.env.EXACT_REQUESTS ?? 4000);
      const steps = [{ httpRequest: { GET: '/', handler: { stopOnInvalid: false } } }];
      const repeats = Math.ceil(requests / users);
      const { counters } = await count({
        scenario: [{ main: [{ loop: { counterVar: 'at', repeats, steps } }] }],
        arrivals: { kind: 'atOnce', users },
        target: targetAt(port, target),
        connections: users,
      });
      assert.ok(resets() > 0);
      const { responses, connectionErrors = 0, resent = 0 } = counters;
      assert.deepEqual(
        [counters.requests, responses, connectionErrors],
        [seen() - resent, seen() - resets(), resets() - resent],
      );
      assert.equal(counters.requests, repeats * users);
      // Over HTTP/2 the other streams of a connection continue when one stream is reset. So nothing is sent
      // again.
      assert.equal(resent > 0, version === 'HTTP/1.1');
    });
  });
}

for (const code of ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL'])
  test(`a generator without means for a connection (${code}) blames itself`, async () => {
    const { outcome, rows: all } = await runVirtually(
      {
        scenario: [{ main: [{ httpRequest: { GET: '/' } }] }],
        targetLimits: { connectionStrategy: 'ALWAYS_NEW' },
      },
      { answer: () => responseAfter(1), open: () => Object.assign(new Error(`connect ${code}`), { code }) },
    );
    const { requests, internalErrors, connectionErrors } = totals(all());
    assert.deepEqual([requests, internalErrors, connectionErrors], [1, 1, 0]);
    assert.match(outcome.errors[0] ?? '', /the load generator has no file descriptors or ports left/);
  });

suite('a request that waits to be sent once more', () => {
  // Three users share one connection. The request of the second user is not processed. The third user is
  // served before the second user gets another turn.
  const waiting = (more: object) => ({
    scenario: [{ main: [{ httpRequest: { GET: '/', timeout: '80ms' } }] }],
    arrivals: { kind: 'atOnce', users: 3 } as const,
    connections: 1,
    ...more,
  });
  const script: Script = {
    answer: (_request, index) =>
      [responseAfter(10), { kind: 'not processed' } as const][index] ?? { kind: 'silence' },
  };

  test('keeps the time limit that began when it was sent first', async () => {
    const { rows: all, target } = await runVirtually(waiting({}), script);
    const { requests, timeouts, failed } = totals(all());
    assert.deepEqual([requests, timeouts, failed, target.seen.length], [3, 2, 2, 3]);
  });

  test('is taken back when its user stops', async () => {
    const { rows: all, outcome } = await runVirtually(waiting({ phase: { maxDurationMs: 40 } }), script);
    const { requests, timeouts, failed } = totals(all());
    assert.deepEqual([outcome.started, requests, timeouts, failed], [3, 3, 0, 0]);
  });
});

test('a target that sends a byte now and then runs into the time limit', async (t) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    const cancel = clock.every(20, () => response.write('.'));
    response.on('close', cancel);
  });
  const port = await portOf(t, server);
  const scenario = [{ main: [{ httpRequest: { GET: '/', timeout: '150ms' } }] }];
  const { counters } = await count({ scenario, target: targetAt(port) });
  assert.deepEqual(counters, { ...none, requests: 1, status2xx: 1, timeouts: 1, ...invalid });
});

test('a target that sends 100 MB is read to the end, and nothing of it is kept', async (t) => {
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const server = createServer((_request, response) => {
    Readable.from(Array.from({ length: 100 }, () => piece)).pipe(response);
  });
  const port = await portOf(t, server);
  const row = { scenario: [{ main: [{ httpRequest: { GET: '/' } }] }], target: targetAt(port) };
  const run = await openShardRun(assignmentOf(row), { clock });
  await run.run(clock.nowNs());
  const { responses, bytesReceived } = totals(listRows(run.recorder.rows()));
  await run.close();
  assert.deepEqual([responses, bytesReceived], [1, 100 * piece.length]);
});

/** The header of a frame that is longer than any setting allows. */
const tooLong = Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1]);

function talksNonsense(): Server {
  return createRaw((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write('what is this\r\n\r\n'));
  });
}

/** Ends the server and its connections, and starts another server on the same port. */
async function restart(t: TestContext, first: Server, listen: () => Server, port: number): Promise<void> {
  const sockets = new Set<{ destroy(): unknown }>();
  first.on('connection', (socket) => sockets.add(socket));
  await new Promise((resolve) => clock.after(300, () => resolve(undefined)));
  first.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => clock.after(100, () => resolve(undefined)));
  const second = listen();
  t.after(() => second.close());
  await new Promise<void>((resolve) => second.listen(port, '127.0.0.1', resolve));
}

test('the time that users waited for a connection counts, also when they were stopped before they had one', async () => {
  const { time, clock, shardRun } = await openVirtually(
    {
      scenario: [{ main: [{ thinkTime: '100ms' }, { httpRequest: { GET: '/' } }] }],
      arrivals: { kind: 'atOnce', users: 4 },
      connections: 1,
    },
    { answer: () => ({ kind: 'silence' }) },
  );
  clock.after(600, () => shardRun.stop('enough'));
  await time.until(shardRun.run(clock.nowNs()));
  const { requests, blockedNs } = totals(listRows(shardRun.recorder.rows()));
  assert.deepEqual([requests, blockedNs / 1e6], [1, 3 * 500]);
  await shardRun.close();
});

/** A server that resets about one request in a hundred and counts its answers. */
function resetting(version: string) {
  const random = randomFor(5, 'resets', 0, version);
  let seen = 0;
  let resets = 0;
  const resets1 = (): boolean => {
    seen += 1;
    const isReset = random.next() < 0.01;
    if (isReset) resets += 1;
    return isReset;
  };
  const http1 = () =>
    createServer((request, response) => {
      if (resets1()) request.socket.resetAndDestroy();
      else response.end(body);
    });
  const http2 = (): Server => {
    const server = createSecureServer(identity);
    server.on('stream', (stream: ServerHttp2Stream) => {
      stream.on('error', () => {});
      if (resets1()) stream.close(2);
      else {
        stream.respond({ ':status': 200 });
        stream.end(body);
      }
    });
    return server as unknown as Server;
  };
  return { server: version === 'HTTP/2' ? http2() : http1(), seen: () => seen, resets: () => resets };
}
