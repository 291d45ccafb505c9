import assert from 'node:assert/strict';
import { afterEach, mock, suite, test } from 'node:test';
import fc from 'fast-check';
import { modelOf } from '../../../lib/driver/arrivals/registry.ts';
import { Exchange } from '../../../lib/driver/http/exchange.ts';
import { Connection } from '../../../lib/driver/http/pooled-connection.ts';
import { NotProcessed, type TransportRequest } from '../../../lib/driver/http/transport.ts';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import { usersPlanned } from '../../../lib/driver/planning/sharding/users-planned.ts';
import { randomFor } from '../../../lib/driver/random.ts';
import { Session } from '../../../lib/driver/session/session.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import type { Answer, Script } from '../http/scripted-target.ts';
import { assignmentOf, openVirtually, targetAt, totals, type VirtualRun } from './shards.ts';

/**
 * The laws of measuring, for random scenarios, targets, timers and stops in virtual time. The test compares
 * the records of the engine with the requests at the target and with the schedule, and takes no instant from
 * the engine.
 *
 * The suite tries the same random cases each time. `LAWS_RUNS=3000 node --test
 * test/driver/session/laws.test.ts` tries others.
 */

type Page = {
  readonly pauseMs: number;
  readonly sync: boolean;
  readonly timeoutMs: number | undefined;
  readonly stopOnInvalid: boolean;
};

const page = fc.record<Page>({
  pauseMs: fc.constantFrom(0, 0, 1, 7, 40),
  sync: fc.boolean(),
  timeoutMs: fc.constantFrom(undefined, 20, 90),
  stopOnInvalid: fc.boolean(),
});

const answer = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('response' as const),
      afterMs: fc.integer({ min: 1, max: 60 }),
    }),
  },
  fc.record({
    kind: fc.constant('response' as const),
    afterMs: fc.integer({ min: 1, max: 300 }),
    bodyMs: fc.nat(30),
    body: fc.constant('12345'),
    status: fc.constantFrom(200, 204, 302, 404, 500, 999),
  }),
  fc.record({ kind: fc.constant('reset' as const), afterMs: fc.integer({ min: 1, max: 40 }) }),
  fc.constant({ kind: 'silence' as const }),
  fc.constant({ kind: 'refused' as const }),
  fc.constant({ kind: 'not processed' as const }),
);

const durationMs = 1500;

const arrivals: fc.Arbitrary<Arrivals> = fc.oneof(
  fc.record({
    kind: fc.constant('constantRate' as const),
    usersPerSec: fc.integer({ min: 1, max: 60 }),
    variance: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('atOnce' as const), users: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('always' as const), users: fc.integer({ min: 1, max: 6 }) }),
);

const world = fc.record({
  arrivals,
  pages: fc.array(page, { minLength: 1, maxLength: 4 }),
  answers: fc.array(answer, { minLength: 1, maxLength: 12 }),
  openMs: fc.constantFrom(0, 0, 15),
  openFails: fc.boolean(),
  maxSessions: fc.constantFrom(1, 3, 100),
  connections: fc.constantFrom(1, 2, 5),
  pipeliningLimit: fc.constantFrom(1, 1, 2, 4),
  buffer: fc.constantFrom(0, 0, 2),
  strategy: fc.constantFrom('SHARED_POOL', 'SHARED_POOL', 'SESSION_POOLS', 'OPEN_ON_REQUEST', 'ALWAYS_NEW'),
  timers: fc.constantFrom('perfect', 'late', 'any'),
  stallMs: fc.constantFrom(0, 0, 130),
  dropsAtOnce: fc.boolean(),
  stopMs: fc.option(fc.nat(durationMs + 200), { nil: undefined }),
  maxDurationMs: fc.constant(4000),
  seed: fc.nat(1000),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** A request as the target and the tally recorded it. */
type Observed = {
  readonly session: number;
  readonly page: number;
  /** The planned start of the user, from the session. The test compares it with the schedule. */
  readonly userNs: number;
  /**
   * The planned instant of the request since T0, as the session recorded it. The test compares it with the
   * known instants of the response.
   */
  readonly intendedNs: number;
  readonly sentNs: number;
  readonly latenessNs: number;
  readonly pauseMs: number;
  /** The instant at which the user's previous request had ended and the session could continue. */
  readonly afterNs: number | undefined;
  endedNs?: number;
  how?: 'response' | 'error';
  latencyNs?: number;
  serviceNs?: number;
};

async function run(world: World) {
  const random = randomFor(world.seed, 'flaws').next;
  const timerMs = { perfect: () => 0, late: () => random() * 3, any: () => random() * 4 - 1 }[world.timers];
  const alarmNs = world.timers === 'perfect' ? () => 0 : () => random() * 200_000 - 80_000;
  const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const observed: Observed[] = [];
  const byHandler = new Map<unknown, Observed>();
  let lateness = 0;
  let ending: Observed | undefined;
  mock.method(Tally.prototype, 'recordLateness', function record(this: Tally, ns: number) {
    lateness = ns;
    this.lateness.record(ns);
  });
  mock.method(Tally.prototype, 'recordLatency', function record(this: Tally, ns: number) {
    if (ending !== undefined) ending.latencyNs = ns;
    this.latency.record(ns);
  });
  mock.method(Tally.prototype, 'recordService', function record(this: Tally, ns: number) {
    if (ending !== undefined) ending.serviceNs = ns;
    this.service.record(ns);
  });
  const latest = new Map<number, Observed>();
  /** Exchanges whose request the target did not process, and whether their second attempt has been made. */
  const repeats = new Map<Exchange, 'comes' | 'came'>();
  const { dispatch } = Connection.prototype;
  mock.method(
    Connection.prototype,
    'dispatch',
    function send(this: Connection, request: TransportRequest, exchange: Exchange) {
      if (repeats.get(exchange) === 'comes') {
        repeats.set(exchange, 'came');
        dispatch.call(this, request, exchange);
        return;
      }
      const { session } = exchange;
      const number = Number(request.path.slice(1));
      const before = number === 0 ? undefined : latest.get(session.id);
      const one: Observed = {
        session: session.id,
        page: number,
        userNs: session.intendedNs,
        intendedNs: intended.get(exchange) ?? Number.NaN,
        sentNs: opened.clock.nowNs(),
        latenessNs: lateness,
        pauseMs: world.pages[number]?.pauseMs ?? 0,
        // The session continues as soon as an asynchronous request is sent. The next request therefore need
        // not wait for its end.
        afterNs: before !== undefined && world.pages[number - 1]?.sync ? before.endedNs : undefined,
      };
      latest.set(session.id, one);
      byHandler.set(exchange, one);
      observed.push(one);
      dispatch.call(this, request, exchange);
    },
  );
  const intended = new Map<Exchange | undefined, number>();
  let beginning: Exchange | undefined;
  const { requestBegins } = Session.prototype;
  mock.method(
    Session.prototype,
    'requestBegins',
    function starts(this: Session, ...sequence: Parameters<typeof requestBegins>) {
      const intendedNs = requestBegins.apply(this, sequence);
      intended.set(beginning, intendedNs);
      return intendedNs;
    },
  );
  const { begin, onEnd, onError } = Exchange.prototype;
  mock.method(Exchange.prototype, 'begin', function anew(this: Exchange, ...how: Parameters<typeof begin>) {
    repeats.delete(this);
    beginning = this;
    begin.apply(this, how);
  });
  const ends = (exchange: Exchange, how: 'response' | 'error'): void => {
    ending = byHandler.get(exchange);
    if (ending === undefined) return;
    ending.endedNs = opened.clock.nowNs();
    ending.how = how;
  };
  mock.method(Exchange.prototype, 'onEnd', function end(this: Exchange) {
    ends(this, 'response');
    onEnd.call(this);
  });
  mock.method(Exchange.prototype, 'onError', function fail(this: Exchange, error: Error) {
    if (error instanceof NotProcessed && !repeats.has(this)) repeats.set(this, 'comes');
    else ends(this, 'error');
    onError.call(this, error);
  });
  const script: Script = {
    dropsAtOnce: world.dropsAtOnce,
    open: (socket) => (world.openFails && socket % 7 === 0 ? refusal : world.openMs),
    answer(_, index): Answer {
      const answer = world.answers[index % world.answers.length] as Answer;
      // Here a rejected user takes a millisecond. Otherwise users who fail and begin again at once would stop
      // the virtual time.
      if (answer.kind === 'refused' || answer.kind === 'not processed') opened.time.stall(1);
      return answer;
    },
  };
  const row = {
    scenario: [
      {
        main: world.pages.flatMap(({ pauseMs, sync, timeoutMs, stopOnInvalid }, number) => [
          ...(pauseMs > 0 ? [{ thinkTime: `${pauseMs}ms` }] : []),
          {
            httpRequest: {
              GET: `/${number}`,
              sync,
              metric: `page ${number % 2}`,
              handler: { stopOnInvalid },
              ...(timeoutMs === undefined ? {} : { timeout: `${timeoutMs}ms` }),
            },
          },
        ]),
      },
    ],
    arrivals: world.arrivals,
    phase: {
      ...(world.arrivals.kind === 'atOnce' ? {} : { durationMs }),
      maxDurationMs: world.maxDurationMs,
    },
    maxSessions: world.maxSessions,
    connections: world.connections,
    targetLimits: {
      pipeliningLimit: world.pipeliningLimit,
      connectionStrategy: world.strategy,
      connections: { core: 1, max: world.connections, buffer: world.buffer, keepAliveMs: 200 },
    },
    shardConnections: { core: 1, max: world.connections },
  };
  const opened: VirtualRun = await openVirtually(row, script, { timerMs, alarmNs });
  const { time, clock, shardRun, target } = opened;
  const t0Ns = clock.nowNs() + 5e6;
  const { recorder } = shardRun;
  clock.every(1000, () => recorder.seal(Math.floor((clock.nowNs() - t0Ns) / 1e9)));
  if (world.stallMs > 0) clock.after(500, () => time.stall(world.stallMs));
  if (world.stopMs !== undefined) clock.after(world.stopMs, () => shardRun.stop('enough'));
  const outcome = await time.until(shardRun.run(t0Ns));
  const inFlight = target.inFlight;
  const { active } = shardRun;
  const live = recorder.live().counters;
  const rows = listRows(recorder.rows());
  const partial = recorder.partial({
    phase: 'p',
    shard: 0,
    segment: 0,
    lease: 'l',
    outcome: { ...outcome, startedAt: 0, finishedAt: 0, terminatedAt: 0, skewMs: 0, cpuUs: 0, stallNsMax: 0 },
  });
  await time.until(shardRun.close());
  mock.restoreAll();
  return {
    row,
    outcome,
    observed,
    rows,
    live,
    active,
    inFlight,
    partial,
    t0Ns,
    wrongs: target.wrongs,
    refuses: world.answers.some(({ kind }) => kind === 'refused' || kind === 'not processed'),
    stoppedAtNs: clock.nowNs(),
  };
}

type Result = Awaited<ReturnType<typeof run>>;

/** The planned arrivals of the open model by the schedule. Undefined for the closed models. */
function planned({ row }: Result): readonly number[] | undefined {
  if (row.arrivals.kind !== 'constantRate') return undefined;
  const assignment = assignmentOf({ ...row, target: targetAt(80) });
  const { seed, phase } = assignment;
  const random = randomFor(seed, phase.name, 0, 'arrivals');
  const schedule = modelOf(row.arrivals).schedule(durationMs, assignment, random);
  if (schedule === undefined) return undefined;
  const all: number[] = [];
  for (let at = schedule.next(); at !== Infinity; at = schedule.next()) all.push(at);
  return all;
}

/**
 * Checks that every user is started, or is lost because it waited in vain or because the run was stopped. No
 * user is started twice.
 */
function checkUsers(result: Result): void {
  const { outcome, observed } = result;
  const plan = planned(result);
  assert.ok(outcome.throttled <= outcome.planned);
  checkUserSeconds(result);
  if (plan === undefined) {
    if (result.row.arrivals.kind === 'atOnce' && outcome.result === 'completed')
      assert.equal(outcome.started, outcome.planned);
    return;
  }
  assert.equal(outcome.planned, plan.length);
  assert.ok(outcome.started <= plan.length);
  const users = new Map<number, number>();
  for (const { userNs, page } of observed) if (page === 0) users.set(userNs, (users.get(userNs) ?? 0) + 1);
  const instants = new Set(plan);
  for (const [userNs, count] of users) {
    assert.ok(instants.has(userNs), `${userNs} is no planned arrival`);
    assert.equal(count, 1, 'a planned user sends its first request once');
  }
  const lost = outcome.planned - outcome.started;
  if (result.outcome.result === 'completed' && outcome.throttled === 0) assert.equal(lost, 0);
}

/**
 * Checks that every user is due once, starts at most once, and waits at most once, each in the right second.
 */
function checkUserSeconds(result: Result): void {
  const { outcome, partial, row } = result;
  const { users = [], sessionWait } = partial;
  const sum = (at: 1 | 2 | 3): number => users.reduce((total, each) => total + each[at], 0);
  const waits = sessionWait === undefined ? 0 : Histogram.decode(sessionWait).count;
  assert.deepEqual([sum(2), sum(3), waits], [outcome.started, outcome.throttled, outcome.throttled]);
  const again = Math.max(0, outcome.started - outcome.planned);
  if (outcome.result === 'completed') assert.equal(sum(1), outcome.planned + again);
  else assert.ok(sum(1) <= outcome.planned + again);
  let here = 0;
  for (const [, due, started] of users) {
    here += due - started;
    assert.ok(here >= 0, 'no user starts before it is due');
  }
  const dueIn = new Map<number, number>();
  for (const ns of planned(result) ?? []) {
    const second = Math.ceil(ns / 1e9) - 1;
    dueIn.set(second, (dueIn.get(second) ?? 0) + 1);
  }
  if (outcome.result !== 'completed' || row.arrivals.kind === 'always') return;
  const due = users.filter(([, due]) => due > 0).map(([second, due]) => [second, due]);
  if (row.arrivals.kind === 'constantRate') assert.deepEqual(due, [...dueIn].sort(bySecond));
  const known = usersPlanned(assignmentOf({ ...row, target: targetAt(80) }));
  assert.deepEqual(
    due,
    known.map(([second, due]) => [second, due]),
    'the planned users are known without a run',
  );
}

/**
 * Checks intended <= due <= ready <= sent <= ended, and that every recorded time begins at the right instant.
 */
function checkInstants({ observed, t0Ns, rows, outcome, refuses }: Result): void {
  let blockedNs = 0;
  for (const one of observed) {
    assert.ok(one.latenessNs >= 0, `ready ${-one.latenessNs} ns before it was due`);
    assert.ok(one.userNs <= one.sentNs - t0Ns);
    if (one.endedNs === undefined || one.latencyNs === undefined) continue;
    const endedNs = one.endedNs - t0Ns;
    const sentNs = one.sentNs - t0Ns;
    same(one.serviceNs ?? Number.NaN, endedNs - sentNs, 'service time counts from the sending');
    const intendedNs = endedNs - one.latencyNs;
    same(one.intendedNs, intendedNs, 'the second of a request and its latency count from the same instant');
    if (one.page === 0) {
      // A pause of the scenario does not count as latency.
      const plannedNs = one.userNs + one.pauseMs * 1e6;
      assert.ok(intendedNs < plannedNs + 1, `a first request counts from the planned arrival: ${intendedNs}`);
      assert.ok(intendedNs > plannedNs - 1, `${plannedNs - intendedNs} ns early`);
    }
    if (one.afterNs === undefined) continue;
    const goesOnNs = one.afterNs - t0Ns + one.pauseMs * 1e6;
    // A refused request takes a millisecond of the generator, which may pass before a pause begins.
    const refusedNs = one.pauseMs > 0 && refuses ? 1e6 * observed.length : 0;
    assert.ok(
      intendedNs <= goesOnNs + refusedNs + 1,
      'a later request counts from the instant at which its user should go on',
    );
    assert.ok(intendedNs >= goesOnNs - 1, `${goesOnNs - intendedNs} ns early`);
    const readyNs = intendedNs + one.latenessNs;
    assert.ok(readyNs <= sentNs + 1, 'sent once it was ready');
    blockedNs += sentNs - readyNs;
  }
  const counted = totals(rows).blockedNs ?? 0;
  assert.ok(counted >= blockedNs - 1000, `${counted} ns blocked, at least ${blockedNs} expected`);
  assert.ok(outcome.planned >= 0);
}

const same = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) < 1, `${what}: ${actual}, expected ${expected}`);

/** Checks that every sent request is counted once, in the second of its planned start, and has one end. */
function checkCounts({ observed, rows, live, t0Ns, outcome, partial }: Result): void {
  const sums = totals(rows);
  if (observed.length > 0) {
    const { requests, responses, timeouts, connectionErrors, internalErrors, failed } = sums;
    assert.equal(requests, observed.length);
    const ends = responses + timeouts + connectionErrors + internalErrors;
    if (outcome.result === 'completed' && !observed.some(({ how }) => how === 'error'))
      assert.equal(ends, requests);
    assert.ok(ends <= requests && failed <= requests);
    assert.equal(
      observed.filter(({ latencyNs }) => latencyNs !== undefined).length,
      responses,
      'every response has a latency',
    );
    // The tolerance covers rounding: each row rounds its blocked time to whole nanoseconds.
    for (const [name, total] of Object.entries(sums))
      assert.ok(
        Math.abs(live[name as keyof typeof live] - total) <= rows.length,
        `${name}: live and rows agree`,
      );
  }
  const intendedIn = new Map<number, number>();
  const answeredOf = new Map<number, number>();
  const lateIn = new Map<number, number>();
  const sentUntil = new Map<number, number>();
  const secondOf = (ns: number): number => Math.max(0, Math.ceil(ns / 1e9) - 1);
  for (const { intendedNs, sentNs, latencyNs } of observed) {
    const second = secondOf(intendedNs);
    intendedIn.set(second, (intendedIn.get(second) ?? 0) + 1);
    if (latencyNs !== undefined) answeredOf.set(second, (answeredOf.get(second) ?? 0) + 1);
    const sentSecond = secondOf(sentNs - t0Ns);
    lateIn.set(sentSecond, (lateIn.get(sentSecond) ?? 0) + 1);
    if (sentSecond > second) sentUntil.set(second, Math.max(sentSecond, sentUntil.get(second) ?? 0));
  }
  const counted = new Map<number, number>();
  const answered = new Map<number, number>();
  const late = new Map<number, number>();
  for (const { second, counters, lateness } of rows) {
    if (counters.requests > 0) counted.set(second, (counted.get(second) ?? 0) + counters.requests);
    if (lateness !== undefined) late.set(second, (late.get(second) ?? 0) + Histogram.decode(lateness).count);
    if (counters.responses > 0) answered.set(second, (answered.get(second) ?? 0) + counters.responses);
  }
  assert.deepEqual(
    [...counted].sort(bySecond),
    [...intendedIn].sort(bySecond),
    'requests by the second of their intended start',
  );
  assert.deepEqual([...late].sort(bySecond), [...lateIn].sort(bySecond), 'lateness by the second of sending');
  assert.deepEqual(partial.sentUntil, [...sentUntil].sort(bySecond));
  assert.deepEqual([...answered].sort(bySecond), [...answeredOf].sort(bySecond), 'responses likewise');
  for (const [, least, most] of partial.sessions) assert.ok(least >= 0 && least <= most);
}

const { LAWS_RUNS } = process.env;
const runs = Number(LAWS_RUNS ?? 100);
const seed = LAWS_RUNS === undefined ? { seed: 21 } : {};

const bySecond = ([one]: readonly number[], [other]: readonly number[]): number => (one ?? 0) - (other ?? 0);

suite('in every world', () => {
  afterEach(() => mock.restoreAll());

  test('users, instants and counts obey their laws, and nothing is left', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const result = await run(given);
        assert.deepEqual(result.wrongs, []);
        assert.deepEqual(result.active, { sessions: 0, inFlight: 0 });
        assert.equal(result.inFlight, 0);
        checkUsers(result);
        checkInstants(result);
        checkCounts(result);
      }),
      { numRuns: runs, ...seed },
    );
  });

  test('the same seed gives the same run', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const [one, other] = [await run(given), await run(given)];
        assert.deepEqual(one.outcome, other.outcome);
        assert.deepEqual(one.observed, other.observed);
        assert.deepEqual(one.rows, other.rows);
      }),
      { numRuns: Math.ceil(runs / 5), ...seed },
    );
  });
});
