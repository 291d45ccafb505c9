import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { connecting } from '../../../lib/driver/http/limits.ts';
import type { ShardTarget } from '../../../lib/driver/model/plan.ts';
import { openShardRun } from '../../../lib/driver/session/shard-run.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import {
  assignmentOf,
  openVirtually,
  runVirtually,
  targetAt,
  totals,
  type VirtualCase,
} from '../session/shards.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { type Answer, responseAfter, type Script, ScriptedTarget } from './scripted-target.ts';

/**
 * A pool opens its minimum of connections before the start, and never more than its maximum. Every connection
 * is used again.
 */

const get = [{ main: [{ httpRequest: { GET: '/' } }] }];
const users = (count: number): VirtualCase['arrivals'] => ({ kind: 'atOnce', users: count });

const limits = (
  shardConnections: Pick<ShardTarget['shardConnections'], 'core' | 'max'>,
  more: { buffer?: number; keepAliveMs?: number; pipeliningLimit?: number } = {},
): VirtualCase['targetLimits'] => ({
  connections: { ...shardConnections, buffer: more.buffer ?? 0, keepAliveMs: more.keepAliveMs ?? 0 },
  pipeliningLimit: more.pipeliningLimit ?? 1,
});

const cut = (
  core: number,
  max: number,
  more: { buffer?: number; keepAliveMs?: number; pipeliningLimit?: number } = {},
) => ({ shardConnections: { core, max }, targetLimits: limits({ core, max }, more) });

const slow: Script = { answer: () => responseAfter(30) };

suite('a pool', () => {
  test('opens its core before anything is sent, and no more than that while it is enough', async () => {
    const { target, shardRun, time, clock } = await openVirtually(
      { scenario: get, arrivals: users(20), ...cut(3, 3) },
      slow,
    );
    assert.deepEqual([target.sockets, target.seen.length], [3, 0]);
    await time.until(shardRun.run(clock.nowNs()));
    assert.equal(target.sockets, 3);
    await shardRun.close();
  });

  test('makes requests wait for a connection, and books the wait as blocked', async () => {
    const { rows, target } = await runVirtually({ scenario: get, arrivals: users(6), ...cut(2, 2) }, slow);
    const { responses, blockedNs } = totals(rows());
    // Two requests run at once, 30 ms each. So the second pair waits 30 ms and the third pair 60 ms.
    assert.deepEqual([responses, blockedNs], [6, 180e6]);
    assert.deepEqual(
      target.seen.map(({ connection }) => connection).sort(),
      [0, 0, 0, 1, 1, 1],
      'both work all the time',
    );
  });

  const idle: readonly (readonly [
    idleSeconds: number,
    responseMs: number,
    pauseMs: number,
    sockets: number,
  ])[] = [
    [5, 30, 3_990, 1],
    [5, 30, 4_000, 2],
    [5, 9_000, 3_990, 1],
    [1, 30, 490, 1],
    [1, 30, 500, 2],
    [0, 30, 90_000, 1],
  ];
  for (const [idleSeconds, responseMs, pauseMs, sockets] of idle)
    for (const connectionStrategy of ['SHARED_POOL', 'SESSION_POOLS', 'OPEN_ON_REQUEST'] as const)
      test(`opens ${sockets - 1} sockets after a pause of ${pauseMs} ms when responses of ${responseMs} ms announce a keep-alive time of ${idleSeconds} s (${connectionStrategy})`, async () => {
        const request = { httpRequest: { POST: '/', timeout: '20s' } };
        const { target, rows } = await runVirtually(
          {
            scenario: [{ main: [request, { thinkTime: `${pauseMs}ms` }, request] }],
            arrivals: users(1),
            shardConnections: { core: 1, max: 1 },
            targetLimits: { ...limits({ core: 1, max: 1 }), connectionStrategy },
          },
          { answer: () => responseAfter(responseMs), idleSeconds },
        );
        const { responses, connectionErrors } = totals(rows());
        assert.deepEqual([target.sockets, responses, connectionErrors], [sockets, 2, 0]);
      });

  test('sends on the connection that became idle last', async () => {
    const { target } = await runVirtually(
      {
        scenario: [
          { main: [{ httpRequest: { GET: '/' } }, { thinkTime: '5ms' }, { httpRequest: { GET: '/' } }] },
        ],
        ...cut(4, 4),
      },
      slow,
    );
    const [first, second] = target.seen;
    assert.equal(first?.connection, second?.connection);
  });

  test('grows up to its maximum while all are at work', async () => {
    for (const [max, expected] of [
      [4, 4],
      [9, 6],
    ] as const) {
      const { target } = await runVirtually({ scenario: get, arrivals: users(6), ...cut(1, max) }, slow);
      assert.equal(target.transports.length, expected);
    }
  });

  test('keeps a buffer of connections open beyond those at work', async () => {
    for (const [buffer, expected] of [
      [0, 3],
      [1, 4],
      [2, 5],
    ] as const) {
      const { target, time, shardRun, clock } = await openVirtually(
        { scenario: get, arrivals: users(3), ...cut(1, 8, { buffer }) },
        { answer: () => ({ kind: 'silence' }), open: () => 10 },
      );
      const running = shardRun.run(clock.nowNs());
      await time.pass(1000);
      assert.equal(target.seen.length, 3);
      assert.ok(
        target.transports.length >= expected,
        `${target.transports.length} with a buffer of ${buffer}`,
      );
      shardRun.stop('enough');
      await time.until(running);
      await shardRun.close();
    }
  });

  test('closes what is idle for the keep-alive time, down to its core, and not before', async () => {
    const { target, time, shardRun, clock } = await openVirtually(
      {
        scenario: [
          { main: [{ httpRequest: { GET: '/' } }, { thinkTime: '10s' }, { httpRequest: { GET: '/' } }] },
        ],
        arrivals: users(5),
        ...cut(2, 5, { keepAliveMs: 400 }),
      },
      slow,
    );
    const running = shardRun.run(clock.nowNs());
    await time.pass(30);
    assert.equal(target.open, 5);
    await time.pass(390);
    assert.equal(target.open, 5, 'idle for 390 ms');
    await time.pass(115);
    assert.equal(target.open, 2, 'idle for longer than 400 ms');
    await time.pass(60_000);
    assert.equal(target.seen.length, 10, 'the pool grows again when it has to');
    await time.until(running);
    await time.until(shardRun.close());
  });

  test('without a keep-alive time keeps what it has opened', async () => {
    const { target, time, shardRun, clock } = await openVirtually(
      { scenario: get, arrivals: users(5), ...cut(1, 5) },
      slow,
    );
    await time.until(shardRun.run(clock.nowNs()));
    await time.pass(3_600_000);
    assert.equal(target.open, 5);
    await shardRun.close();
  });

  test('puts up to the pipelining limit on one connection, whenever there is room', async () => {
    const { target, time, shardRun, clock } = await openVirtually(
      {
        scenario: get,
        arrivals: { kind: 'always', users: 8 },
        phase: { durationMs: 1000 },
        ...cut(1, 1, { pipeliningLimit: 4 }),
      },
      { answer: () => responseAfter(20) },
    );
    const running = shardRun.run(clock.nowNs());
    for (const ms of [10, 20, 20, 200, 500]) {
      await time.pass(ms);
      assert.equal(target.inFlight, 4, 'as many as the limit are on the connection all the time');
    }
    await time.until(running);
    assert.deepEqual([target.deepest, target.transports.length, target.wrongs], [4, 1, []]);
    await shardRun.close();
  });

  test('gives a full pipelined connection back as soon as there is room on it again', async () => {
    // Requests come at 10, 20 and 30 ms. The first ends at 25 ms, so the third can use the connection that
    // has the second in flight.
    const { target, rows } = await runVirtually(
      {
        scenario: get,
        arrivals: { kind: 'constantRate', usersPerSec: 100, variance: false },
        phase: { durationMs: 30 },
        ...cut(1, 1, { pipeliningLimit: 2 }),
      },
      { answer: (_, index) => responseAfter(index === 0 ? 15 : 100) },
    );
    assert.deepEqual([target.deepest, totals(rows()).responses, totals(rows()).blockedNs], [2, 3, 0]);
  });

  for (const connectionStrategy of ['SHARED_POOL', 'SESSION_POOLS'] as const)
    test(`pauses before it tries a connection again that could not be opened (${connectionStrategy})`, async () => {
      const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      const { target, rows, outcome } = await runVirtually(
        {
          scenario: [{ main: [{ httpRequest: { GET: '/' } }] }],
          arrivals: { kind: 'always', users: 1 },
          phase: { durationMs: 1000 },
          shardConnections: { core: 1, max: 1 },
          targetLimits: { ...limits({ core: 1, max: 1 }), connectionStrategy },
        },
        {
          answer: () => ({ kind: 'reset', afterMs: 0 }),
          open: (socket) => (socket === 1 ? 0 : refusal),
        },
      );
      const { connectionErrors, requests } = totals(rows());
      // One connection is reset. Then the pool tries to open another every 50 ms.
      assert.deepEqual([connectionErrors, requests], [target.sockets, target.sockets]);
      assert.ok(requests >= 20 && requests <= 22, `${requests} tries in a second`);
      assert.deepEqual(outcome.errors, [
        'other side closed',
        'cannot reach http://127.0.0.1:80: nothing listens on port 80 of 127.0.0.1; start the target, or check host and port',
      ]);
    });

  for (const connectionStrategy of ['OPEN_ON_REQUEST', 'ALWAYS_NEW'] as const)
    test(`starts a closed user who could not connect again after 50 ms (${connectionStrategy})`, async () => {
      const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      const { target, rows, outcome } = await runVirtually(
        {
          scenario: get,
          arrivals: { kind: 'always', users: 2 },
          phase: { durationMs: 1000 },
          targetLimits: { ...limits({ core: 1, max: 1 }), connectionStrategy },
        },
        { answer: () => responseAfter(0), open: () => refusal },
      );
      const { connectionErrors, blockedNs } = totals(rows());
      assert.deepEqual([connectionErrors, target.sockets, outcome.started], [40, 40, 40]);
      assert.equal(blockedNs, 0, 'a user who pauses waits for no connection');
    });

  for (const connectionStrategy of ['SHARED_POOL', 'SESSION_POOLS', 'OPEN_ON_REQUEST', 'ALWAYS_NEW'] as const)
    test(`pauses after a socket that the target closed without a byte (${connectionStrategy})`, async () => {
      const socketsOf = async (answer: Answer) => {
        const { target } = await runVirtually(
          {
            scenario: get,
            arrivals: { kind: 'always', users: 1 },
            phase: { durationMs: 1000 },
            shardConnections: { core: 1, max: 1 },
            targetLimits: { ...limits({ core: 1, max: 1 }), connectionStrategy },
          },
          { answer: () => answer },
        );
        return target.sockets;
      };
      assert.equal(await socketsOf({ kind: 'reset', afterMs: 1 }), 20);
      // A target that closes the connection in the middle of a response was reached.
      assert.ok((await socketsOf({ kind: 'response', afterMs: 10, breaksOff: 'reset' })) >= 99);
    });

  for (const connectionStrategy of ['SHARED_POOL', 'SESSION_POOLS', 'OPEN_ON_REQUEST', 'ALWAYS_NEW'] as const)
    for (const fault of ['refused', 'closed'] as const)
      test(`pauses for a user who loops in a scenario without a pause (${connectionStrategy}, ${fault})`, async () => {
        const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        const request = { httpRequest: { GET: '/', sync: false, handler: { stopOnInvalid: false } } };
        const { target, rows } = await runVirtually(
          {
            scenario: [
              {
                main: [
                  { loop: { counterVar: 'i', repeats: 1e6, steps: [request, request, 'awaitAllResponses'] } },
                ],
              },
            ],
            arrivals: { kind: 'always', users: 1 },
            phase: { durationMs: 1000, maxDurationMs: 1000 },
            shardConnections: { core: 1, max: 1 },
            targetLimits: { ...limits({ core: 1, max: 1 }), connectionStrategy },
          },
          {
            answer: () => ({ kind: 'reset', afterMs: 1 }),
            open: (socket) => (socket === 1 || fault === 'closed' ? 0 : refusal),
          },
        );
        const { requests, connectionErrors } = totals(rows());
        // With ALWAYS_NEW, two requests of a user are on their way at the same time.
        const atOnce = connectionStrategy === 'ALWAYS_NEW' ? 2 : 1;
        assert.ok(target.sockets <= 20 * atOnce + 2, `${target.sockets} sockets`);
        assert.ok(target.sockets >= 19 && requests >= 19 && connectionErrors >= 19, `${requests} requests`);
      });

  test('names the address of a list at which a connection could not be opened during the load', async () => {
    const { addresses } = targetAt(80, { addresses: ['10.0.0.1:8080'] });
    const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const { outcome } = await runVirtually(
      {
        scenario: get,
        arrivals: users(2),
        targetLimits: { addresses },
        shardConnections: { core: 1, max: 2 },
      },
      { answer: () => responseAfter(10), open: (socket) => (socket === 1 ? 0 : refusal) },
    );
    assert.match(
      outcome.errors[0] ?? '',
      /^cannot reach .* at 10\.0\.0\.1:8080: nothing listens on port 8080 of 10\.0\.0\.1;/,
    );
  });

  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET'])
    test(`pauses before it tries again after ${code}`, async () => {
      const { target } = await runVirtually(
        { scenario: get, arrivals: { kind: 'always', users: 1 }, phase: { durationMs: 200 }, ...cut(1, 1) },
        {
          answer: () => ({ kind: 'reset', afterMs: 0 }),
          open: (socket) => (socket === 1 ? 0 : Object.assign(new Error('no'), { code })),
        },
      );
      // The first socket closes at once, and attempts follow every 50 ms.
      assert.equal(target.sockets, 4);
    });

  for (const { strategy, pauseMs, answerMs, sockets } of [
    { strategy: 'SHARED_POOL', pauseMs: connecting.pausedMsMax - 100, answerMs: 30, sockets: 1 },
    { strategy: 'SHARED_POOL', pauseMs: Number.POSITIVE_INFINITY, answerMs: 30, sockets: 2 },
    { strategy: 'SHARED_POOL', pauseMs: Number.POSITIVE_INFINITY, answerMs: 9_000, sockets: 2 },
    { strategy: 'SESSION_POOLS', pauseMs: Number.POSITIVE_INFINITY, answerMs: 30, sockets: 2 },
  ] as const)
    test(`${sockets === 1 ? 'waits for' : 'replaces'} a connection on which the target allows no requests for ${pauseMs} ms (${strategy}, ${answerMs} ms)`, async () => {
      const { target, time, shardRun, clock } = await openVirtually(
        {
          scenario: [
            { main: [{ httpRequest: { GET: '/1' } }, { thinkTime: '50ms' }, { httpRequest: { GET: '/2' } }] },
          ],
          arrivals: users(1),
          shardConnections: { core: 1, max: 1 },
          targetLimits: { ...limits({ core: 1, max: 1 }), connectionStrategy: strategy },
        },
        { answer: () => responseAfter(answerMs) },
      );
      const running = shardRun.run(clock.nowNs());
      const allow = (requests: number): void => {
        const [transport] = target.transports;
        assert.ok(transport);
        transport.capacity = requests;
        transport.capacityChanged?.();
      };
      await time.pass(10);
      allow(0);
      if (pauseMs < Number.POSITIVE_INFINITY) {
        await time.pass(pauseMs);
        allow(1);
      }
      await time.until(running);
      assert.deepEqual([target.seen.map(({ path }) => path), target.sockets], [['/1', '/2'], sockets]);
      assert.match(shardRun.notices.join(), /SETTINGS_MAX_CONCURRENT_STREAMS was 0/);
      await time.until(shardRun.close());
    });

  test('opens another connection while its target closes one after a slow response', async () => {
    const { target, time, shardRun, clock } = await openVirtually(
      {
        scenario: [{ main: [{ httpRequest: { GET: '/' } }] }],
        arrivals: { kind: 'constantRate', usersPerSec: 10, variance: false },
        phase: { durationMs: 1000 },
        ...cut(1, 1, { pipeliningLimit: 10 }),
      },
      { answer: (_, index) => responseAfter(index === 0 ? 5_000 : 10) },
    );
    const running = shardRun.run(clock.nowNs());
    await time.pass(150);
    const [transport] = target.transports;
    assert.ok(transport);
    Object.assign(transport, { capacity: 0, drains: true });
    transport.capacityChanged?.();
    await time.pass(1_000);
    assert.deepEqual(
      target.seen.map(({ connection }) => connection),
      [0, ...Array<number>(9).fill(1)],
    );
    await time.until(running);
    const { responses, blockedNs } = totals(listRows(shardRun.recorder.rows()));
    assert.deepEqual([responses, blockedNs, target.open], [10, 0, 1]);
    await time.until(shardRun.close());
    assert.equal(target.open, 0);
  });

  for (const connectionStrategy of ['SESSION_POOLS', 'OPEN_ON_REQUEST'] as const)
    test(`gives a user another connection while its target closes one after a slow response (${connectionStrategy})`, async () => {
      const { target, time, shardRun, clock } = await openVirtually(
        {
          scenario: [
            {
              main: [
                { httpRequest: { GET: '/slow', sync: false } },
                { thinkTime: '100ms' },
                { httpRequest: { GET: '/quick' } },
                { awaitAllResponses: null },
              ],
            },
          ],
          arrivals: users(2),
          shardConnections: { core: 1, max: 1 },
          targetLimits: {
            ...limits({ core: 1, max: 1 }, { pipeliningLimit: 10 }),
            connectionStrategy,
          },
        },
        { answer: ({ path }) => responseAfter(path === '/slow' ? 5_000 : 10) },
      );
      const startNs = clock.nowNs();
      const running = shardRun.run(startNs);
      await time.pass(50);
      const [transport] = target.transports;
      assert.ok(transport);
      Object.assign(transport, { capacity: 0, drains: true });
      transport.capacityChanged?.();
      await time.pass(1_000);
      const quick = target.seen.find(({ path, connection }) => path === '/quick' && connection > 0);
      assert.equal(Math.round(((quick?.atNs ?? 0) - startNs) / 1e6), 100);
      await time.until(running);
      const { responses, connectionErrors } = totals(listRows(shardRun.recorder.rows()));
      assert.deepEqual([responses, connectionErrors], [4, 0]);
      await time.until(shardRun.close());
      assert.equal(target.open, 0);
    });

  test('keeps its file descriptors although its target closes every connection before it answers', async () => {
    const { target, time, shardRun, clock } = await openVirtually(
      {
        scenario: [{ main: [{ httpRequest: { GET: '/' } }] }],
        arrivals: { kind: 'constantRate', usersPerSec: 1_000, variance: false },
        phase: { durationMs: 1000 },
        maxSessions: 2_000,
        ...cut(1, 1),
      },
      { answer: () => ({ kind: 'silence' }) },
    );
    const running = shardRun.run(clock.nowNs());
    for (let ms = 0; ms < 1_000; ms += 1) {
      await time.pass(1);
      const latest = target.transports.at(-1);
      if (latest === undefined || latest.drains || latest.inFlight === 0) continue;
      Object.assign(latest, { capacity: 0, drains: true });
      latest.capacityChanged?.();
    }
    assert.equal(target.open, connecting.replacingMax);
    shardRun.stop('enough');
    await time.until(running);
    await time.until(shardRun.close());
    assert.equal(target.open, 0);
  });

  test('cannot be opened while its target refuses, and reports the reason after some tries', async () => {
    const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    let tries = 0;
    const open = (): Error => {
      tries += 1;
      return refusal;
    };
    await assert.rejects(
      openVirtually({ scenario: get, ...cut(1, 1) }, { answer: () => responseAfter(0), open }),
      /cannot reach .*nothing listens/,
    );
    assert.ok(tries > 40 && tries <= 51, `${tries} tries in 2.5 s`);
  });

  test('gives all connections up when one of them fails for good', async () => {
    const time = new VirtualClock();
    const errors = ['ECONNREFUSED', 'ENOTFOUND', 'ECONNREFUSED'];
    const open = (socket: number): Error =>
      Object.assign(new Error('no'), { code: errors[socket - 1] ?? 'ECONNREFUSED' });
    const target = new ScriptedTarget(time.clock, { ...slow, open });
    const assignment = assignmentOf({ scenario: get, target: targetAt(80), ...cut(3, 3) });
    const environment = { clock: time.clock, connect: target.connect };
    await assert.rejects(time.until(openShardRun(assignment, environment)), /no host has the name/);
    await time.pass(5000);
    assert.equal(target.sockets, 3);
  });

  test('cannot be opened when no socket opens in time', async () => {
    await assert.rejects(
      openVirtually({ scenario: get, ...cut(2, 2) }, { answer: () => responseAfter(0), open: () => 60_000 }),
      /did not answer .* in time/,
    );
  });

  test('opens thousands of connections in waves', async () => {
    const [core, afterMs] = [1000, 10];
    let [opening, most] = [0, 0];
    const time = new VirtualClock();
    const open = (): number => {
      opening += 1;
      most = Math.max(most, opening);
      time.clock.after(afterMs, () => {
        opening -= 1;
      });
      return afterMs;
    };
    const target = new ScriptedTarget(time.clock, { ...slow, open });
    const assignment = assignmentOf({ scenario: get, target: targetAt(80), ...cut(core, core) });
    const run = await time.until(openShardRun(assignment, { clock: time.clock, connect: target.connect }));
    assert.deepEqual([most, target.open], [connecting.openingsAtOnce, core]);
    await run.close();
  });

  const opened = async (late: number, core = 1000) => {
    const open = (socket: number): number => (socket > core - late ? 600_000 : 5);
    const { shardRun, target } = await openVirtually(
      { scenario: get, ...cut(core, core) },
      { answer: () => responseAfter(0), open },
    );
    return { notices: shardRun.notices, open: target.open };
  };

  test('runs when a few connections are late, and says who was slow', async () => {
    const { notices } = await opened(100);
    assert.equal(notices.length, 1);
    assert.match(
      notices[0] ?? '',
      /^900 of 1,000 connections to http:\/\/127\.0\.0\.1:80 were open after \d+\.\d s, and the others open when requests need them; the last error: .*did not answer/,
    );
    assert.deepEqual((await opened(0)).notices, []);
  });

  test('does not run when many are late, and reports how many', async () => {
    await assert.rejects(
      opened(101),
      /^Unreachable: 899 of 1,000 connections to .* were open after .*; use fewer connections, or let the target accept more/,
    );
  });

  test('does not blame the target for what this machine was too busy for', async () => {
    const time = new VirtualClock();
    const open = (socket: number): number => {
      if (socket === 600) time.stall(2000);
      return socket > 600 ? 600_000 : 5;
    };
    const target = new ScriptedTarget(time.clock, { ...slow, open });
    const assignment = assignmentOf({ scenario: get, target: targetAt(80), ...cut(1000, 1000) });
    await assert.rejects(
      time.until(openShardRun(assignment, { clock: time.clock, connect: target.connect })),
      /600 of 1,000 connections .* this machine was too busy: an event loop of the generator stalled for \d+ ms; use fewer connections, end other programs/,
    );
  });

  test('reports the reason when its opening is aborted, and leaves no timer', async () => {
    for (const [open, whenMs] of [
      [() => 60_000, 20],
      [() => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 20],
      [() => 0, 0],
    ] as const) {
      const time = new VirtualClock();
      const target = new ScriptedTarget(time.clock, { ...slow, open });
      const over = new AbortController();
      const assignment = assignmentOf({ scenario: get, target: targetAt(80), ...cut(3, 3) });
      if (whenMs === 0) over.abort(new Error('enough'));
      const environment = { clock: time.clock, connect: target.connect };
      const opening = assert.rejects(openShardRun(assignment, environment, over.signal), /^Error: enough$/);
      await time.pass(whenMs);
      over.abort(new Error('enough'));
      await time.until(opening);
      assert.deepEqual([time.waiting, target.open], [0, 0]);
    }
  });

  test('sends first what has waited longest, however many wait, and forgets who has left', async () => {
    const count = 5000;
    const { target, time, clock, shardRun } = await openVirtually(
      {
        scenario: [{ main: [{ httpRequest: { GET: '/${hyperfoil.session.id}' } }] }],
        arrivals: users(count),
        ...cut(2, 2),
      },
      { answer: () => responseAfter(1) },
    );
    const running = shardRun.run(clock.nowNs());
    await time.pass(1500);
    const sent = target.seen.length;
    assert.deepEqual([sent >= 2900, shardRun.active.inFlight], [true, 2]);
    shardRun.stop('enough');
    await time.until(running);
    assert.deepEqual([target.seen.length, target.inFlight, shardRun.active.inFlight], [sent, 0, 0]);
    assert.deepEqual(
      target.seen.map(({ path }) => Number(path.slice(1))),
      Array.from({ length: sent }, (_, user) => user),
    );
    await time.until(shardRun.close());
  });

  test('sends to a random one of the addresses of its target', async () => {
    const { addresses } = targetAt(80, { addresses: ['10.0.0.1', '10.0.0.2'] });
    const drawn: (string | undefined)[] = [];
    const { time, shardRun } = await openVirtually(
      { scenario: get, targetLimits: { addresses }, shardConnections: { core: 40, max: 40 } },
      { ...slow, onConnect: (address) => drawn.push(address) },
    );
    await time.until(shardRun.close());
    assert.deepEqual([...new Set(drawn)].sort(), ['10.0.0.1', '10.0.0.2']);
  });
});
