import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ConnectionStrategy } from '../../../lib/driver/model/benchmark.ts';
import type { GaugeRow } from '../../../lib/driver/statistics/gauge.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { openVirtually, runVirtually, targetAt, totals, type VirtualCase } from '../session/shards.ts';
import { type Answer, responseAfter, type Script } from './scripted-target.ts';

/** The four strategies in which users share connections, and the numbers of connections in each. */

const all: readonly ConnectionStrategy[] = ['SHARED_POOL', 'SESSION_POOLS', 'OPEN_ON_REQUEST', 'ALWAYS_NEW'];

const get = { httpRequest: { GET: '/', handler: { stopOnInvalid: false } } };
const background = { httpRequest: { GET: '/', sync: false } };

type Way = {
  readonly strategy: ConnectionStrategy;
  readonly connections?: number;
  readonly pipeliningLimit?: number;
  readonly users?: number;
};

const by = (
  { strategy, connections = 3, pipeliningLimit = 1, users = 1 }: Way,
  ...steps: readonly object[]
): VirtualCase => ({
  scenario: [{ main: steps }],
  arrivals: { kind: 'atOnce', users },
  shardConnections: { core: connections, max: connections },
  targetLimits: { connectionStrategy: strategy, pipeliningLimit },
});

type Gauges = Readonly<Record<string, readonly GaugeRow[]>>;

/** Runs a case to its end, and then one second without events. Returns the gauges. */
async function gaugesOf(row: VirtualCase, script: Script) {
  const { time, clock, shardRun, target } = await openVirtually(row, script);
  const t0Ns = clock.nowNs();
  const seal = (): void => shardRun.recorder.seal(Math.floor((clock.nowNs() - t0Ns) / 1e9));
  const cancel = clock.every(1000, seal);
  await time.until(shardRun.run(t0Ns));
  await time.pass(2000);
  cancel();
  const rows = shardRun.recorder.rows();
  const gauges: Gauges = shardRun.recorder.connections.rows()[targetAt(80).key] ?? {};
  assert.deepEqual(target.wrongs, []);
  await time.until(shardRun.close());
  assert.equal(target.open, 0);
  return { target, gauges, counters: totals(listRows(rows)), active: shardRun.active };
}

const most = (rows: readonly GaugeRow[] | undefined): number =>
  Math.max(0, ...(rows ?? []).map(([, , high]) => high));
/** The value of a gauge in its last second. After the last row a gauge is 0. */
const lastSecond = (rows: readonly GaugeRow[] | undefined): number => rows?.at(-1)?.[0] ?? -1;

const outcomes: Readonly<Record<string, Answer>> = {
  ok: responseAfter(10),
  'status 400': responseAfter(10, 400),
  close: { kind: 'reset', afterMs: 10 },
};

suite('row 108: one request', () => {
  for (const strategy of all)
    for (const [what, answer] of Object.entries(outcomes))
      test(`${strategy}, ${what}: nothing is in flight, used or blocked at the end`, async () => {
        const { gauges, active } = await gaugesOf(by({ strategy }, get), { answer: () => answer });
        assert.deepEqual(active, { sessions: 0, inFlight: 0 });
        for (const type of ['in-flight requests', 'used connections'])
          assert.deepEqual(gauges[type], [[0, 0, 1]], type);
        assert.deepEqual(gauges['blocked sessions'], []);
        // Shared connections stay open. A connection of a user or of a request closes at its end.
        const open = { SHARED_POOL: 3, SESSION_POOLS: 3, OPEN_ON_REQUEST: 0, ALWAYS_NEW: 0 }[strategy];
        const left = what === 'close' ? Math.max(0, open - 1) : open;
        const seconds = gauges['HTTP 1.x'] ?? [];
        assert.equal(lastSecond(seconds), left === 0 ? 0 : 2);
        assert.equal(seconds.at(-1)?.[1], left);
      });
});

test('row 109: of requests that run together as many are answered as have no connection error', async () => {
  for (const strategy of all) {
    const script: Script = {
      answer: (_, index) => (index % 3 === 0 ? { kind: 'reset', afterMs: 5 } : responseAfter(20)),
    };
    const { counters, active } = await gaugesOf(by({ strategy, users: 30 }, get, get), script);
    assert.equal(counters.requests, 60);
    assert.equal(counters.connectionErrors, 20);
    assert.equal(counters.responses, counters.requests - counters.connectionErrors);
    assert.equal(active.inFlight, 0);
  }
});

suite('row 110: a shared pool of 3', () => {
  test('opens 3, uses 3 and lets the others wait', async () => {
    const { gauges, target } = await gaugesOf(by({ strategy: 'SHARED_POOL', users: 10 }, get), {
      answer: () => responseAfter(10),
    });
    assert.equal(target.sockets, 3);
    assert.deepEqual([most(gauges['HTTP 1.x']), most(gauges['used connections'])], [3, 3]);
    assert.deepEqual([most(gauges['in-flight requests']), most(gauges['blocked sessions'])], [3, 7]);
  });

  test('blocks no request while there are no more users than connections', async () => {
    const { gauges } = await gaugesOf(by({ strategy: 'SHARED_POOL', users: 3 }, get, get), {
      answer: () => responseAfter(10),
    });
    assert.deepEqual(gauges['blocked sessions'], []);
  });
});

test('row 111: with pipelining more requests are in flight than there are connections', async () => {
  const { gauges, target } = await gaugesOf(
    by({ strategy: 'SHARED_POOL', users: 10, pipeliningLimit: 3 }, get),
    {
      answer: () => responseAfter(10),
    },
  );
  assert.deepEqual([target.sockets, most(gauges['used connections'])], [3, 3]);
  assert.deepEqual([most(gauges['in-flight requests']), target.deepest], [9, 3]);
});

test('row 112: a session pool gives a connection to one user at a time', async () => {
  const { gauges, target, counters } = await gaugesOf(
    by({ strategy: 'SESSION_POOLS', users: 10 }, background, background, { awaitAllResponses: null }),
    { answer: () => responseAfter(10) },
  );
  assert.equal(counters.responses, 20);
  assert.equal(target.sockets, 3);
  assert.ok(most(gauges['in-flight requests']) <= 3);
  assert.equal(target.deepest, 1);
});

test('row 113: connections of their own: as many are used as requests are in flight', async () => {
  for (const strategy of ['ALWAYS_NEW', 'OPEN_ON_REQUEST'] as const) {
    const { gauges } = await gaugesOf(by({ strategy, users: 20 }, get, get), {
      answer: () => responseAfter(10),
    });
    assert.deepEqual([most(gauges['in-flight requests']), most(gauges['used connections'])], [20, 20]);
    assert.deepEqual(gauges['blocked sessions'], []);
  }
});

test('row 114: every request has a connection of its own, which is closed behind it', async () => {
  const { target } = await runVirtually(by({ strategy: 'ALWAYS_NEW', users: 3 }, get, get, get), {
    answer: () => responseAfter(10),
  });
  assert.equal(new Set(target.seen.map(({ connection }) => connection)).size, 9);
});

test('row 115: the first request of a user opens its connection and the next ones use it', async () => {
  const { target } = await runVirtually(
    by({ strategy: 'OPEN_ON_REQUEST', users: 3 }, get, { thinkTime: '5ms' }, get),
    {
      answer: () => responseAfter(10),
    },
  );
  assert.deepEqual([target.seen.length, target.sockets], [6, 3]);
});

test('row 116: a user keeps its connection while it thinks, and ten users have their turns on two', async () => {
  const { target, outcome } = await runVirtually(
    by(
      { strategy: 'SESSION_POOLS', connections: 2, users: 10 },
      { httpRequest: { GET: '/${hyperfoil.session.id}' } },
      { thinkTime: '50ms' },
      { httpRequest: { GET: '/${hyperfoil.session.id}' } },
    ),
    { answer: () => responseAfter(10) },
  );
  assert.equal(outcome.started, 10);
  assert.equal(target.sockets, 2);
  for (const connection of [0, 1]) {
    const users = target.seen.filter((seen) => seen.connection === connection).map(({ path }) => path);
    for (let at = 0; at < users.length; at += 2)
      assert.equal(users[at], users[at + 1], 'no other user in between');
  }
  assert.equal(target.seen.length, 20);
});

suite('row 117: a user that ends in the middle', () => {
  for (const strategy of all)
    test(`${strategy}: gives its place to the next one, once`, async () => {
      // Each user stops while one request is in flight. In most strategies another request of the user still
      // waits. The second user comes after the first.
      const stopping = { leaving: [{ thinkTime: '5ms' }, { stop: null }] };
      const row = {
        ...by({ strategy, connections: 1 }),
        arrivals: { kind: 'constantRate', usersPerSec: 100, variance: false } as const,
        phase: { durationMs: 20 },
        scenario: { initialSequences: [{ asking: [background, background] }, stopping] },
      };
      const { gauges, active, counters, target } = await gaugesOf(row, {
        answer: () => ({ kind: 'silence' }),
      });
      assert.deepEqual(active, { sessions: 0, inFlight: 0 });
      assert.ok(counters.requests >= 2);
      assert.equal(target.inFlight, 0);
      assert.equal(lastSecond(gauges['in-flight requests']), 0);
      assert.equal(lastSecond(gauges['used connections']), 0);
      assert.ok(lastSecond(gauges['blocked sessions']) <= 0);
    });

  test('leaves the connection to a user that waits', async () => {
    const { target, rows } = await runVirtually(
      by({ strategy: 'SESSION_POOLS', connections: 1, users: 3 }, get, { stop: null }),
      { answer: () => responseAfter(10) },
    );
    assert.deepEqual([target.sockets, totals(rows()).responses], [1, 3]);
  });
});

test('A user whose connection cannot be opened tries again after a pause, and waits for no other user', async () => {
  const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const { target, rows } = await runVirtually(by({ strategy: 'OPEN_ON_REQUEST', users: 2 }, get, get), {
    answer: () => responseAfter(10),
    open: (socket) => (socket <= 2 ? refusal : 0),
  });
  const { requests, responses, connectionErrors } = totals(rows());
  assert.deepEqual([requests, responses, connectionErrors, target.sockets], [4, 2, 2, 4]);
});

test('A new request does not pass a waiting one, also when a request before it ended at once', async () => {
  const path = (letter: string): object => ({
    httpRequest: { GET: `/${letter}\${hyperfoil.session.id}`, handler: { stopOnInvalid: false } },
  });
  const { target } = await runVirtually(
    by({ strategy: 'SHARED_POOL', connections: 1, users: 3 }, path('a'), path('b')),
    {
      answer: (request) =>
        request.path === '/a1' ? { kind: 'refused', code: 'ECONNRESET' } : responseAfter(10),
    },
  );
  assert.deepEqual(
    target.seen.map((seen) => seen.path),
    ['/a0', '/a1', '/a2', '/b1', '/b0', '/b2'],
  );
});

test('a request that waits for a connection keeps the values that its step read', async () => {
  const waiting = { httpRequest: { POST: '/${v}', headers: { v: '${v}' }, body: '${v}' } };
  const { target } = await runVirtually(
    {
      ...by({ strategy: 'SHARED_POOL', connections: 1 }),
      scenario: {
        initialSequences: [
          { holds: [{ set: 'v <- before' }, get] },
          { waits: [waiting] },
          { changes: [{ set: 'v <- after' }] },
        ],
      },
    },
    { answer: () => responseAfter(10) },
  );
  const [, sent] = target.seen;
  assert.deepEqual(
    [sent?.path, sent?.headers?.slice(0, 2), sent?.body],
    ['/before', ['v', 'before'], 'before'],
  );
});

suite('Users who wait for a connection when the phase ends', () => {
  for (const strategy of ['SHARED_POOL', 'SESSION_POOLS'] as const)
    test(`${strategy}: send nothing any more, and are not counted`, async () => {
      const many = by({ strategy, connections: 2, users: 50 }, background, get);
      const { target, gauges, counters, active } = await gaugesOf(
        { ...many, phase: { maxDurationMs: 500 } },
        // A connection is free as soon as its request is cancelled.
        { answer: () => ({ kind: 'silence' }), dropsAtOnce: true },
      );
      assert.deepEqual([target.seen.length, target.sockets, counters.requests], [2, 2, 2]);
      assert.deepEqual(active, { sessions: 0, inFlight: 0 });
      assert.equal(lastSecond(gauges['blocked sessions']), 0);
    });
});

test('Connections are counted as open from T0 on, and until they close', async () => {
  const row = by({ strategy: 'SHARED_POOL', connections: 2 }, { thinkTime: '3s' }, get);
  const { gauges } = await gaugesOf(row, { answer: () => ({ kind: 'reset', afterMs: 100 }) });
  assert.deepEqual(gauges['HTTP 1.x']?.slice(0, 4), [
    [0, 2, 2],
    [1, 2, 2],
    [2, 2, 2],
    [3, 1, 2],
  ]);
});
