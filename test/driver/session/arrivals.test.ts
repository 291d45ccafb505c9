import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { arrivalBounds } from '../../../lib/driver/arrivals/limits.ts';
import type { Clock } from '../../../lib/driver/clock.ts';
import type { Schedule } from '../../../lib/driver/schedule/schedule.ts';
import { OpenModel } from '../../../lib/driver/session/arrivals.ts';
import type { Session } from '../../../lib/driver/session/session.ts';
import { SessionPool } from '../../../lib/driver/session/session-pool.ts';
import type { ShardRun } from '../../../lib/driver/session/shard-run.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { toLibrary } from '../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import type { Row } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { responseAfter } from '../http/scripted-target.ts';
import { completed, wholeOf } from '../statistics/partials.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { openVirtually, runVirtually, totals } from './shards.ts';

/**
 * Users come at the instants of the schedule. The results separate the users who waited for a session from
 * the users who were late because of the generator.
 */

const get = [{ main: [{ httpRequest: { GET: '/' } }] }];
const even = (usersPerSec: number) => ({ kind: 'constantRate', usersPerSec, variance: false }) as const;

function tallyOf(rows: readonly Row[]): Tally {
  const sum = new Tally();
  for (const row of rows) sum.addEncoded(row);
  return sum;
}

/** An open model without any step. */
function modelOf(schedule: Schedule, clock: Clock) {
  const scenario = {
    variables: [],
    resourceCount: 0,
    sequences: [],
    initial: [],
    maxRequests: 1,
    maxSequences: 1,
    builtIns: [],
    arrays: [],
  };
  const recorder = new Recorder();
  const pool = new SessionPool(scenario, 1, {
    clock,
    recorder,
    failed: () => {},
    finished: () => false,
    empty: () => {},
  });
  return { model: new OpenModel(pool, schedule, recorder.users, clock), users: recorder.users };
}

const longest = (histogram: Histogram): number => (histogram.count === 0 ? 0 : toLibrary(histogram).maxValue);
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) <= expected * 0.01, `${actual}, expected ${expected}`);

suite('arrivals', () => {
  test('come on their planned nanosecond', async () => {
    const { target, outcome, rows } = await runVirtually(
      { scenario: get, arrivals: even(8), phase: { durationMs: 2000 } },
      { answer: () => responseAfter(1) },
    );
    assert.deepEqual([outcome.planned, outcome.started, outcome.throttled], [16, 16, 0]);
    const [first = 0, ...others] = target.seen.map(({ atNs }) => atNs);
    assert.deepEqual(
      others.map((atNs) => Math.round(atNs - first)),
      others.map((_, index) => 125e6 * (index + 1)),
    );
    assert.equal(longest(tallyOf(rows()).lateness), 0);
  });

  test('that found no session are measured from their planned arrival, and their wait is no lateness', async () => {
    // The load has one session, 40 ms for each response and an arrival every 10 ms, so the n-th user waits
    // 30 n ms.
    const { outcome, rows } = await runVirtually(
      { scenario: get, arrivals: even(100), phase: { durationMs: 400 }, maxSessions: 1 },
      { answer: () => responseAfter(40) },
    );
    assert.deepEqual(
      [outcome.planned, outcome.started, outcome.throttled, outcome.sessionLimitExceeded],
      [40, 10, 39, true],
    );
    const { latency, service, lateness } = tallyOf(rows());
    near(longest(service), 40e6);
    near(longest(latency), 40e6 + 9 * 30e6);
    assert.equal(longest(lateness), 0);
  });

  for (const compensateInternalLatency of [true, false])
    test(`row 71: beyond maxSessions wait and are caught up, ${compensateInternalLatency ? 'with' : 'without'} compensation`, async () => {
      // The load has one session, 30 ms for each response and an arrival every 20 ms. Every second user
      // waits, and the waiting users run at the end.
      const { outcome, rows, shardRun } = await runVirtually(
        {
          scenario: get,
          arrivals: even(50),
          phase: { durationMs: 1000 },
          maxSessions: 1,
          ...(compensateInternalLatency ? {} : { ergonomics: { compensateInternalLatency } }),
        },
        { answer: () => responseAfter(30) },
      );
      // The users start at 20, 50, 80, ... 980 ms.
      assert.deepEqual(
        [outcome.result, outcome.planned, outcome.started, outcome.throttled, outcome.errors],
        ['completed', 50, 33, 49, []],
      );
      const sum = totals(rows());
      assert.deepEqual([sum.requests, sum.responses, sum.failed], [33, 33, 0]);
      const tally = tallyOf(rows());
      // The last user was planned for 660 ms and began at 980 ms.
      near(longest(tally.latency), 350e6);
      near(longest(tally.responseTimes), compensateInternalLatency ? 350e6 : 30e6);
      const { users, waits } = usersOf(shardRun);
      assert.deepEqual(
        users.map(([second, due, started, waited]) => [second, due, started, waited]),
        [[0, 50, 33, 49]],
      );
      assert.equal(waits.count, 49);
      near(longest(waits), 320_000);
    });

  test('all come late when the generator was blocked', async () => {
    const run = await openVirtually(
      { scenario: get, arrivals: even(100), phase: { durationMs: 1000 } },
      { answer: () => responseAfter(5) },
    );
    const { time, clock, shardRun } = run;
    clock.after(500, () => time.stall(205));
    const outcome = await time.until(shardRun.run(clock.nowNs()));
    assert.deepEqual([outcome.started, outcome.throttled], [100, 0]);
    const { latency, service, lateness } = tallyOf(listRows(shardRun.recorder.rows()));
    near(longest(lateness), 205e6);
    near(longest(latency), 210e6);
    near(longest(service), 5e6);
    await shardRun.close();
  });

  test('are planned although a stop came first, and none of them starts', async () => {
    const run = await openVirtually(
      { scenario: get, arrivals: even(10), phase: { durationMs: 2000 } },
      { answer: () => responseAfter(5) },
    );
    const { time, clock, shardRun, target } = run;
    // The drive starts its segment after the planned instant of the segment's first arrival.
    const running = shardRun.run(clock.nowNs() + 50e6);
    await time.pass(20);
    shardRun.stop('enough');
    const outcome = await time.until(running);
    assert.deepEqual(
      [outcome.result, outcome.planned, outcome.started, target.seen.length],
      ['stopped', 20, 0, 0],
    );
    await shardRun.close();
  });

  test('do not begin in a later segment when the run stops before it', async () => {
    const row = { scenario: get, arrivals: even(10), phase: { durationMs: 2000 } };
    const segment = { index: 1, startMs: 1000, endMs: 2000, last: true };
    const { time, clock, shardRun, target } = await openVirtually(
      { ...row, segment },
      { answer: () => responseAfter(5) },
    );
    const running = shardRun.run(clock.nowNs());
    await time.pass(500);
    shardRun.stop('enough');
    const outcome = await time.until(running);
    assert.deepEqual([outcome.planned, outcome.started, target.seen.length], [10, 0, 0]);
    await shardRun.close();
  });

  test('begin again as soon as they end in a closed phase, until the duration is over', async () => {
    const { outcome, target, rows } = await runVirtually(
      { scenario: get, arrivals: { kind: 'always', users: 3 }, phase: { durationMs: 200 } },
      { answer: () => responseAfter(7) },
    );
    // The responses at 196 ms start the last users, who end at 203 ms.
    assert.deepEqual([outcome.started, target.seen.length, totals(rows()).responses], [87, 87, 87]);
  });

  test('prepare the alarm for the next arrival, and for the first arrival that comes clearly later', () => {
    const { clock } = new VirtualClock();
    const set: (readonly (number | undefined)[])[] = [];
    const alarm: Clock['alarm'] = (ring) => ({
      ...clock.alarm(ring),
      set: (...instants) => set.push(instants),
    });
    const nowNs = clock.nowNs();
    const times = [1e6, 1e6 + arrivalBounds.apartNs / 2, 3e6].map((ns) => nowNs + ns).values();
    const { model } = modelOf({ next: () => times.next().value ?? Infinity }, { ...clock, alarm });
    model.begin();
    assert.deepEqual(set, [[1e6, 3e6]]);
    model.close();
  });

  test('that never end are counted as planned up to a bound when a stop comes', () => {
    const { model, users } = modelOf({ next: () => 1e18 }, new VirtualClock().clock);
    model.finish();
    model.finish();
    assert.deepEqual([model.planned, model.throttled], [arrivalBounds.plannedCountMax, 0]);
    assert.deepEqual(users.rows(), [], 'who would have come after a stop was never due');
    model.close();
  });

  test('take no memory for users who have had their wait for a session', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
    const instants = { nowNs: 0, nextNs: 0 };
    let ring = (): void => {};
    let takeOver = (_: Session): void => {};
    const full = {
      admit: () => false,
      begin: () => {},
      handOnTo: (successor: (session: Session) => void) => {
        takeOver = successor;
      },
    } as unknown as SessionPool;
    const clock = {
      nowNs: () => instants.nowNs,
      alarm: (call: () => void) => {
        ring = call;
        return { set() {}, cancel() {}, close() {} };
      },
    } as unknown as Clock;
    const { users } = new Recorder();
    const schedule = { next: () => (instants.nextNs += 1000) };
    const model = new OpenModel(full, schedule, users, clock);
    const bytesAfter = (count: number): number => {
      for (let user = 0; user < count; user += 1) {
        instants.nowNs += 1000;
        ring();
        takeOver({ dueNs: instants.nowNs } as Session);
      }
      collect();
      return process.memoryUsage().heapUsed;
    };
    const begun = bytesAfter(1000);
    const grown = bytesAfter(1_000_000) - begun;
    // One entry for each user would take 8 MB.
    assert.ok(grown < 2_000_000, `${grown} bytes for a million users who waited`);
    assert.deepEqual([model.throttled, users.total.started], [1_001_000, 1_001_000]);
  });

  test('take seconds to simulate for a day of load', async () => {
    const { outcome, shardRun } = await runVirtually(
      { scenario: get, arrivals: even(1), phase: { durationMs: 24 * 3_600_000 } },
      { answer: () => responseAfter(50) },
      { eventsPerTurn: 1000 },
    );
    assert.deepEqual([outcome.planned, outcome.started, outcome.result], [86_400, 86_400, 'completed']);
    assert.equal(shardRun.recorder.live().counters.responses, 86_400);
  });
});

/**
 * The counts of users of one drive: `[second, due, started, waited, longest wait]`, and all waits in
 * microseconds.
 */
function usersOf({ recorder }: ShardRun) {
  const { users = [], sessionWait } = wholeOf(recorder);
  return { users, waits: sessionWait === undefined ? new Histogram() : Histogram.decode(sessionWait) };
}

suite('users of each second', () => {
  test('are due in the second that their planned start ends or lies in, and start when they do', async () => {
    const { shardRun } = await runVirtually(
      { scenario: get, arrivals: even(8), phase: { durationMs: 2000 } },
      { answer: () => responseAfter(1) },
    );
    const { users, waits } = usersOf(shardRun);
    assert.deepEqual(users, [
      [0, 8, 8, 0, 0],
      [1, 8, 8, 0, 0],
    ]);
    assert.equal(waits.count, 0);
  });

  test('start in a later second when the generator was blocked, which is no wait for a session', async () => {
    const { time, clock, shardRun } = await openVirtually(
      { scenario: get, arrivals: even(8), phase: { durationMs: 2000 } },
      { answer: () => responseAfter(1) },
    );
    clock.after(490, () => time.stall(600));
    await time.until(shardRun.run(clock.nowNs()));
    assert.deepEqual(usersOf(shardRun).users, [
      [0, 8, 3, 0, 0],
      [1, 8, 13, 0, 0],
    ]);
    await shardRun.close();
  });

  test('send requests that count in the second in which they were due, however late', async () => {
    const { time, clock, shardRun } = await openVirtually(
      { scenario: get, arrivals: even(8), phase: { durationMs: 4000 } },
      { answer: () => responseAfter(1) },
    );
    clock.after(490, () => time.stall(2600));
    clock.every(1000, () => shardRun.recorder.seal(Math.floor(clock.nowNs() / 1e9)));
    await time.until(shardRun.run(clock.nowNs()));
    assert.deepEqual(
      listRows(shardRun.recorder.rows()).map(({ second, counters }) => [
        second,
        counters.requests,
        counters.responses,
      ]),
      [0, 1, 2, 3].map((second) => [second, 8, 8]),
    );
    await shardRun.close();
  });

  test('that waited for a session count where they were due, and where they started', async () => {
    // The load has one session, 600 ms for each user and a user due every 250 ms. Users start at 0.25, 0.85,
    // 1.45, 2.05 and 2.65 s.
    const { outcome, shardRun } = await runVirtually(
      { scenario: get, arrivals: even(4), phase: { durationMs: 3000 }, maxSessions: 1 },
      { answer: () => responseAfter(600) },
    );
    const { users, waits } = usersOf(shardRun);
    // The users due at 0.25 to 1 s wait 0, 350, 700 and 1,050 ms. The next user waits 1,400 ms. Users who
    // never started wait until 3 s.
    assert.deepEqual(
      users.map(([second, due, started, waited]) => [second, due, started, waited]),
      [
        [0, 4, 2, 3],
        [1, 4, 1, 4],
        [2, 4, 2, 4],
      ],
    );
    for (const [at, ms] of [1050, 1500, 750].entries()) near(users[at]?.[4] ?? 0, ms * 1e6);
    assert.equal(waits.count, outcome.throttled);
    near(longest(waits), 1_500_000);
  });

  test('are due in a closed phase when they come again', async () => {
    const { outcome, shardRun } = await runVirtually(
      { scenario: get, arrivals: { kind: 'always', users: 3 }, phase: { durationMs: 1500 } },
      { answer: () => responseAfter(100) },
    );
    const { users } = usersOf(shardRun);
    assert.deepEqual(users, [
      [0, 33, 33, 0, 0],
      [1, 12, 12, 0, 0],
    ]);
    assert.equal(outcome.started, 45);
  });

  test('are late when the session that they waited for was free late', async () => {
    const think = [{ main: [{ httpRequest: { GET: '/' } }, { thinkTime: '100ms' }] }];
    const { time, clock, shardRun } = await openVirtually(
      { scenario: think, arrivals: even(10), phase: { durationMs: 300 }, maxSessions: 1 },
      { answer: () => responseAfter(10) },
    );
    // The first user should end at 210 ms but ends at 270 ms, so the second user starts 60 ms late.
    clock.after(205, () => time.stall(65));
    await time.until(shardRun.run(clock.nowNs()));
    const { lateness, latency } = tallyOf(listRows(shardRun.recorder.rows()));
    near(longest(lateness), 60e6);
    near(longest(latency), 80e6);
    await shardRun.close();
  });
});

suite('sessions', () => {
  const sessionsOf = async (run: Awaited<ReturnType<typeof openVirtually>>) => {
    const { time, clock, shardRun } = run;
    const outcome = completed(await time.until(shardRun.run(clock.nowNs())));
    await time.until(shardRun.close());
    const { recorder } = shardRun;
    return recorder.partial({ phase: 'p', shard: 0, segment: 0, lease: 'l', outcome });
  };

  test('row 72: are handed out as many as there are, again when they are given back, and their use is counted', async () => {
    const waiting: (() => void)[] = [];
    const step = (session: Session): boolean => {
      if (waiting.length < 4) waiting.push(() => session.stop());
      return false;
    };
    const { clock } = new VirtualClock();
    const recorder = new Recorder();
    let empty = 0;
    const pool = new SessionPool(
      {
        variables: [],
        resourceCount: 0,
        initial: [0],
        maxRequests: 1,
        maxSequences: 1,
        builtIns: [],
        arrays: [],
        sequences: [{ name: 'waits', concurrency: 0, steps: [step as never], places: ['here'] }],
      },
      3,
      {
        clock,
        recorder,
        finished: () => false,
        failed: () => assert.fail('no step throws'),
        empty: () => {
          empty += 1;
        },
      },
    );
    const admit = (): boolean => pool.admit(0, 0);
    assert.deepEqual([admit(), admit(), admit(), admit(), admit()], [true, true, true, false, false]);
    assert.deepEqual([pool.active, pool.started], [3, 3]);
    waiting[1]?.();
    assert.deepEqual([pool.active, admit(), admit(), pool.active, pool.started], [2, true, false, 3, 4]);
    for (const leave of waiting) leave();
    assert.deepEqual([pool.active, empty], [0, 1]);
    const partial = wholeOf(recorder);
    assert.deepEqual(partial.sessions, [[0, 0, 3]]);
  });

  test('are counted in the second in which they begin and in which they end', async () => {
    // Users come at 0.5, 1, 1.5 and 2 s, and each takes 1.2 s.
    const run = await openVirtually(
      { scenario: get, arrivals: even(2), phase: { durationMs: 2000 } },
      { answer: () => responseAfter(1200) },
    );
    const { sessions } = await sessionsOf(run);
    assert.deepEqual(sessions, [
      [0, 0, 1],
      [1, 1, 3],
      [2, 1, 3],
      [3, 0, 1],
    ]);
  });

  test('that are stopped by their response end in its second, not in the one of their start', async () => {
    const run = await openVirtually(
      { scenario: get, arrivals: { kind: 'atOnce', users: 2 } },
      { answer: (_, index) => responseAfter(index === 0 ? 1200 : 2300, 500) },
    );
    const { sessions, sessionTime } = await sessionsOf(run);
    assert.deepEqual(sessions, [
      [0, 0, 2],
      [1, 1, 2],
      [2, 0, 1],
    ]);
    assert.equal(sessionTime, undefined, 'a user who was stopped has no session time');
  });

  test('take from the intended start to the end of the scenario', async () => {
    const run = await openVirtually(
      {
        scenario: [
          { main: [{ httpRequest: { GET: '/' } }, { thinkTime: '300ms' }, { httpRequest: { GET: '/' } }] },
        ],
        arrivals: even(10),
        phase: { durationMs: 200 },
        maxSessions: 1,
      },
      { answer: () => responseAfter(50) },
    );
    run.clock.after(150, () => run.time.stall(1));
    const { sessionTime = '' } = await sessionsOf(run);
    const times = Histogram.decode(sessionTime);
    // The first request takes 400 ms. The second should begin 100 ms later and has to wait for the first.
    // Times are in microseconds.
    assert.equal(times.count, 1);
    near(longest(times), 400_000);
  });

  test('that end without ever waiting let the event loop turn', async () => {
    const { outcome } = await runVirtually(
      { scenario: [{ main: ['noop'] }], arrivals: { kind: 'always', users: 2 }, phase: { durationMs: 5 } },
      { answer: () => responseAfter(1) },
    );
    assert.equal(outcome.result, 'completed');
    assert.ok(outcome.started > 1000);
  });

  test('begin no new user before all requests of the one before are cancelled', async () => {
    // Three requests run at once. The first response is invalid and stops the user while the other two are
    // not connected.
    const pages = ['/a', '/b', '/c'].map((path) => ({ httpRequest: { GET: path, sync: false } }));
    const { outcome, rows } = await runVirtually(
      {
        scenario: [{ main: [...pages, { thinkTime: '1s' }] }],
        arrivals: { kind: 'always', users: 1 },
        phase: { durationMs: 100 },
        shardConnections: { core: 1, max: 3 },
      },
      {
        dropsAtOnce: true,
        open: (socket) => (socket === 1 ? 0 : 30),
        answer: ({ path }) => responseAfter(10, path === '/a' ? 500 : 200),
      },
    );
    const { started } = outcome;
    assert.ok(started > 1);
    const { requests, invalid } = totals(rows());
    assert.deepEqual([requests, invalid], [3 * started, started]);
  });
});
