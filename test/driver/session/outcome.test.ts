import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messageOf } from '../../../lib/driver/session/kept-errors.ts';
import { sessions } from '../../../lib/driver/session/limits.ts';
import { responseAfter, type Script } from '../http/scripted-target.ts';
import { openVirtually, runVirtually, totals } from './shards.ts';

/**
 * A shard run reports how and why it ended and when its users stop coming. Its users can read the properties
 * of the run.
 */

const get = [{ main: [{ httpRequest: { GET: '/' } }] }];
const even = (usersPerSec: number) => ({ kind: 'constantRate', usersPerSec, variance: false }) as const;
const quick: Script = { answer: () => responseAfter(10) };
/**
 * Steps of a user. The second step throws an error 50 ms after the user came, because no response sets the
 * variable.
 */
const broken = [
  {
    main: [
      { httpRequest: { GET: '/', handler: { body: { json: '.id -> missing' } } } },
      { httpRequest: { GET: '/${missing}' } },
    ],
  },
];
const empty: Script = { answer: () => ({ kind: 'response', afterMs: 50, body: '{}' }) };

const unset = "phase 'test', sequence 'main', step 2 of 2 (httpRequest): variable 'missing' is not set";

const cannotReach = 'cannot reach http://127.0.0.1:80: ';

suite('an outcome', () => {
  test('keeps so many different messages of errors and no more', async () => {
    const { outcome } = await runVirtually(
      {
        scenario: get,
        arrivals: { kind: 'always', users: 1 },
        phase: { durationMs: 7000 },
        shardConnections: { core: 1, max: 1 },
      },
      {
        answer: () => ({ kind: 'reset', afterMs: 1 }),
        open: (socket) => (socket === 1 ? 0 : new Error(`no ${socket}`)),
      },
    );
    assert.equal(outcome.errors.length, sessions.errorsMax);
    assert.deepEqual(outcome.errors.slice(0, 3), [
      'other side closed',
      `${cannotReach}no 2`,
      `${cannotReach}no 3`,
    ]);
    assert.deepEqual(
      outcome.notices?.filter((notice) => notice.includes('different errors')),
      ['there were more than 100 different errors: the first ones are kept, and all are counted'],
    );
  });

  test('names an error without a message by its code, or else by its kind, and cuts a long message', async () => {
    for (const [error, expected] of [
      [Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
      [new TypeError(''), 'TypeError'],
      [Object.assign(new Error('gone'), { code: 'ECONNRESET' }), 'gone'],
    ] as const)
      assert.equal(messageOf(error), expected);
    for (const [error, expected] of [
      [Object.assign(new Error(''), { code: 'EPROTONOSUPPORT' }), 'EPROTONOSUPPORT'],
      [new TypeError(''), 'TypeError'],
      [new Error('x'.repeat(5000)), `${'x'.repeat(300)} ...`],
    ] as const) {
      const { outcome } = await runVirtually(
        { scenario: get, arrivals: { kind: 'atOnce', users: 2 }, shardConnections: { core: 1, max: 2 } },
        { ...quick, open: (socket) => (socket === 1 ? 0 : error) },
      );
      assert.deepEqual([outcome.result, outcome.errors], ['completed', [cannotReach + expected]]);
      assert.ok(!('reason' in outcome));
    }
  });

  test('names the steps at which users wait although nothing can continue them', async () => {
    const noticesOf = async (...steps: readonly object[]) => {
      const { outcome } = await runVirtually(
        {
          scenario: [{ main: [...steps, { set: 'x <- y' }] }],
          arrivals: { kind: 'atOnce', users: 2 },
          phase: { maxDurationMs: 30 },
        },
        empty,
      );
      return outcome.notices;
    };
    const request = { GET: '/', sync: false, handler: { body: { json: '.id -> missing' } } };
    const waits = { awaitVar: 'missing' };
    const set = {
      conditional: { stringCondition: { fromVar: 'missing', value: 'y' }, actions: { set: 'missing <- y' } },
    };
    assert.deepEqual(await noticesOf(set, waits), [
      "phase 'test', sequence 'main', step 2 of 3 (awaitVar): users waited here until they were stopped, although they had no request and no pause left; check that a step sets what they wait for",
    ]);
    assert.deepEqual(await noticesOf({ httpRequest: request }, waits), [], 'a request of 50 ms may set it');
    assert.deepEqual(await noticesOf(set, { thinkTime: '50ms' }), []);
    assert.deepEqual(await noticesOf(set), []);
  });

  test('a phase without maxDuration ends when nothing can continue the users who remain', async () => {
    const run = (set: object) =>
      runVirtually(
        {
          scenario: {
            initialSequences: [
              { main: [{ awaitVar: 'missing' }, { httpRequest: { GET: '/' } }] },
              { other: [{ thinkTime: '5s' }, set] },
            ],
          },
          arrivals: { kind: 'atOnce', users: 2 },
        },
        quick,
      );
    const never = { stringCondition: { fromVar: 'missing', value: 'y' }, actions: { set: 'missing <- y' } };
    const stuck = await run({ conditional: never });
    assert.equal(stuck.outcome.result, 'completed');
    assert.match(
      (stuck.outcome.notices ?? []).join(),
      /step 1 of 2 \(awaitVar\): users waited here until they were/,
    );
    assert.deepEqual(stuck.rows(), []);
    const late = await run({ set: 'missing <- y' });
    assert.deepEqual(late.outcome.notices, []);
    assert.equal(totals(late.rows()).requests, 2);
  });

  test('keeps the first of several reasons to fail', async () => {
    const failing = [
      {
        main: [
          { thinkTime: '10ms' },
          { fail: { message: 'first', intCondition: 'hyperfoil.session.id == 0' } },
          { fail: 'later' },
        ],
      },
    ];
    const { outcome } = await runVirtually(
      { scenario: failing, arrivals: { kind: 'atOnce', users: 2 } },
      quick,
    );
    assert.equal(outcome.errors.length, 2);
    assert.match(outcome.reason ?? '', /: first$/);
  });

  test('keeps the first reason of a stop', async () => {
    const { time, clock, shardRun } = await openVirtually(
      { scenario: get, arrivals: even(10), phase: { durationMs: 1000 } },
      { answer: () => ({ kind: 'silence' }) },
    );
    const running = shardRun.run(clock.nowNs());
    await time.pass(250);
    assert.deepEqual(shardRun.active, { sessions: 2, inFlight: 2 });
    shardRun.stop('first');
    shardRun.stop('second');
    const { result, reason } = await time.until(running);
    assert.deepEqual([result, reason], ['stopped', 'first']);
    await time.until(shardRun.close());
  });

  test('is a failure when a step threw, also when the run is stopped afterwards', async () => {
    const { time, clock, shardRun, target } = await openVirtually(
      { scenario: broken, arrivals: even(100), phase: { durationMs: 10_000 }, connections: 100 },
      empty,
    );
    const running = shardRun.run(clock.nowNs());
    const { result, reason, errors, started } = await time.until(running);
    assert.deepEqual([result, reason, errors, target.seen.length], ['failed', unset, [unset], started]);
    // The first user fails 50 ms after its start. Until then a user has come every 10 ms.
    assert.ok(started >= 5 && started <= 7, `${started} users`);
    await time.until(shardRun.close());
  });

  test('has the reason of the first user when two users fail at the same instant', async () => {
    const scenario = [
      {
        main: [
          { httpRequest: { GET: '/', handler: { body: [{ json: '.a -> a' }, { json: '.b -> b' }] } } },
          { httpRequest: { GET: '/${a}/${b}' } },
        ],
      },
    ];
    let seen = 0;
    const answer: Script['answer'] = () => {
      seen += 1;
      return { kind: 'response', afterMs: 50, body: seen === 1 ? '{"a":1}' : '{"b":1}' };
    };
    const { outcome } = await runVirtually(
      { scenario, arrivals: { kind: 'atOnce', users: 2 }, shardConnections: { core: 2, max: 2 } },
      { answer },
    );
    const [first = '', second = ''] = outcome.errors;
    assert.match(first, /variable 'b' is not set$/);
    assert.match(second, /variable 'a' is not set$/);
    assert.deepEqual([outcome.result, outcome.errors.length, outcome.reason], ['failed', 2, first]);
  });

  test('a stop right after a step that threw leaves it a failure', async () => {
    const { time, clock, shardRun } = await openVirtually({ scenario: broken }, empty);
    const running = shardRun.run(clock.nowNs());
    clock.after(50, () => shardRun.stop('enough'));
    const { result, reason } = await time.until(running);
    assert.deepEqual([result, reason], ['failed', unset]);
    await time.until(shardRun.close());
  });
});

suite('the bytes of bodies', () => {
  for (const [body, bytesSent] of [
    [undefined, 0],
    ['', 0],
    ['city=Líšeň', 13],
  ] as const)
    test(`are ${bytesSent} sent for ${body ?? 'no body'}, and those received`, async () => {
      const request = { POST: '/', ...(body === undefined ? {} : { body }) };
      const { rows } = await runVirtually(
        { scenario: [{ main: [{ httpRequest: request }, { httpRequest: request }] }] },
        { answer: () => ({ kind: 'response', afterMs: 1, body: 'čau' }) },
      );
      const { bytesSent: sent, bytesReceived } = totals(rows());
      assert.deepEqual([sent, bytesReceived], [2 * bytesSent, 8]);
    });
});

test('A request without a response has no status, whatever the request before it had', async () => {
  const pages = ['/a', '/b'].map((GET) => ({ httpRequest: { GET, handler: { stopOnInvalid: false } } }));
  const { rows } = await runVirtually(
    { scenario: [{ main: pages }] },
    { answer: ({ path }) => (path === '/a' ? responseAfter(1) : { kind: 'reset', afterMs: 1 }) },
  );
  const { status2xx, connectionErrors } = totals(rows());
  assert.deepEqual([status2xx, connectionErrors], [1, 1]);
});

suite('a request that ends while it is being sent', () => {
  const pages = ['/a', '/b'].map((GET) => ({ httpRequest: { GET, handler: { stopOnInvalid: false } } }));
  const answer = (code?: string): Script => ({
    answer: ({ path }) =>
      path === '/a'
        ? { kind: 'refused', ...(code === undefined ? {} : { code }) }
        : { kind: 'response', afterMs: 10 },
  });

  test('lets its user continue at once where the connection was to blame', async () => {
    const { outcome, target, rows } = await runVirtually({ scenario: [{ main: pages }] }, answer('EPIPE'));
    const [first, second, ...more] = target.seen;
    assert.deepEqual([first?.path, second?.path, more], ['/a', '/b', []]);
    assert.equal(first?.atNs, second?.atNs);
    const { connectionErrors, internalErrors, responses } = totals(rows());
    assert.deepEqual([connectionErrors, internalErrors, responses], [1, 0, 1]);
    assert.deepEqual([outcome.result, outcome.errors], ['completed', ['invalid header']]);
  });

  test('stops its user, and no other user, when the request was wrong', async () => {
    const { outcome, target, rows } = await runVirtually(
      { scenario: [{ main: pages }], arrivals: { kind: 'atOnce', users: 2 } },
      answer(),
    );
    assert.deepEqual(
      target.seen.map(({ path }) => path),
      ['/a', '/a'],
    );
    const { connectionErrors, internalErrors, responses } = totals(rows());
    assert.deepEqual([connectionErrors, internalErrors, responses], [0, 2, 0]);
    const mistake = "phase 'test', sequence 'main', step 1 of 2 (httpRequest): invalid header";
    assert.deepEqual([outcome.result, outcome.errors], ['completed', [mistake]]);
    assert.deepEqual([outcome.throttled, outcome.sessionLimitExceeded], [0, false]);
  });
});

suite('the end of new users', () => {
  test('is reported once, at the end of the segment, while users are still at work', async () => {
    const { time, clock, shardRun } = await openVirtually(
      {
        scenario: get,
        arrivals: even(10),
        phase: { durationMs: 1000 },
        segment: { index: 0, startMs: 0, endMs: 500, last: false },
      },
      { answer: () => responseAfter(290) },
    );
    const t0Ns = clock.nowNs() + 20e6;
    const reports: unknown[] = [];
    const running = shardRun.run(t0Ns, () =>
      reports.push((clock.nowNs() - t0Ns) / 1e6, shardRun.active.sessions),
    );
    await time.pass(620);
    assert.deepEqual(shardRun.active, { sessions: 2, inFlight: 2 });
    const { result } = await time.until(running);
    assert.equal(result, 'completed');
    const [atMs, sessions, ...more] = reports as number[];
    assert.ok(Math.abs((atMs ?? 0) - 500) < 0.1, `${atMs} ms`);
    assert.deepEqual([sessions, more], [3, []]);
    await time.until(shardRun.close());
  });

  test('comes with a hard end that is earlier, and leaves no timer of a later one', async () => {
    for (const [maxDurationMs, expected] of [
      [300, 300],
      [60_000, 1000],
    ] as const) {
      const { outcome, clock, target } = await runVirtually(
        { scenario: get, arrivals: even(10), phase: { durationMs: 1000, maxDurationMs } },
        { answer: () => (maxDurationMs === 300 ? { kind: 'silence' } : responseAfter(5)) },
      );
      assert.deepEqual([outcome.result, outcome.planned], ['completed', 10]);
      const [first = 0, last = 0] = [target.seen[0]?.atNs, target.seen.at(-1)?.atNs];
      assert.equal(Math.round((last - first) / 1e6), expected - 100);
      assert.ok(clock.nowNs() - first >= expected * 1e6 - 100e6);
    }
  });
});

suite('users know', () => {
  const names = [
    'agent.id',
    'agents',
    'agent.thread.id',
    'agent.threads',
    'global.thread.id',
    'global.threads',
    'phase.name',
    'phase.id',
    'phase.iteration',
    'phase.start.time.as.string',
    'run.id',
  ];
  const log = [{ main: [{ log: names.map((name) => `\${hyperfoil.${name}}`).join(' ') }] }];

  test('the shard, the phase and the run they belong to', async () => {
    const run = await runVirtually({ scenario: log, environment: { runId: 'b-1' } }, quick);
    // The log shows that the virtual clock did not move before the only user started.
    assert.deepEqual(run.log, ['0 1 0 1 0 1 test 0 0 1700000012346 b-1']);
  });

  test('no run id when there is no run', async () => {
    const { log: lines } = await runVirtually({ scenario: log }, quick);
    assert.match(lines.join(), / 0 0 \d+ $/);
  });

  test('the host that they come from, which they name in the user agent', async () => {
    for (const [environment, expected] of [
      [{}, '#0@downpour'],
      [{ hostname: 'here' }, '#0@here'],
    ] as const) {
      const { target } = await runVirtually({ scenario: get, environment }, quick);
      const headers = target.seen[0]?.headers ?? [];
      assert.equal(headers[headers.indexOf('user-agent') + 1], expected);
    }
  });

  test('a user agent that is laid out once for each user', async () => {
    const arrivals = { kind: 'always', users: 2 } as const;
    const { target } = await runVirtually({ scenario: get, arrivals, phase: { durationMs: 100 } }, quick);
    assert.ok(target.seen.length > 4);
    assert.equal(new Set(target.seen.map(({ headers }) => headers)).size, 2);
    assert.equal(new Set(target.seen.map(({ headers }) => headers.join())).size, 2);
  });
});

test('Users of a later segment draw numbers of their own', async () => {
  const draws = async (index: number): Promise<readonly string[]> => {
    const row = {
      scenario: [{ main: [{ randomInt: 'n <- 1 .. 1000000' }, { log: '${n}' }] }],
      arrivals: even(10),
      phase: { durationMs: 2000 },
      segment: { index, startMs: 0, endMs: 1000, last: false },
    };
    return (await runVirtually(row, quick)).log;
  };
  const [first, again, later] = [await draws(0), await draws(0), await draws(1)];
  assert.ok(first.length >= 9);
  assert.deepEqual(again, first);
  assert.equal(new Set([...first, ...later]).size, first.length + later.length);
});
