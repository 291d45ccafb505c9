import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Clock } from '../../../lib/driver/clock.ts';
import type { Target } from '../../../lib/driver/model/benchmark.ts';
import type { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { toLibrary } from '../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import type { Row } from '../../../lib/driver/statistics/partial.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { responseAfter } from '../http/scripted-target.ts';
import { openVirtually, runVirtually, totals, type VirtualCase } from './shards.ts';

/**
 * When the generator was blocked, the time of a request or stopwatch begins at the right instant, and the
 * reported values include the delay.
 */

const get = (path: string) => ({ httpRequest: { GET: path } });
const even = { kind: 'constantRate', usersPerSec: 10, variance: false } as const;
const stallMs = 150;
const serviceMs = 5;

/**
 * Runs a user who is delayed by a stall of the generator. The user comes at 100 ms, or at 0 in a closed
 * phase.
 */
async function rowsOf(scenario: unknown, more: Partial<VirtualCase> = {}): Promise<readonly Row[]> {
  const run = await openVirtually(
    { scenario, arrivals: even, phase: { durationMs: 110 }, ...more },
    { answer: () => responseAfter(serviceMs) },
  );
  const { time, clock, shardRun } = run;
  stallsAt(clock, 99, () => time.stall(stallMs));
  await time.until(shardRun.run(clock.nowNs()));
  await shardRun.close();
  return listRows(shardRun.recorder.rows());
}

const stallsAt = (clock: Clock, ms: number, stall: () => void): void => void clock.after(ms, stall);

function tallyOf(rows: readonly Row[], metric: string): Tally {
  const sum = new Tally();
  for (const row of rows) if (row.metric === metric) sum.addEncoded(row);
  return sum;
}

/** The longest value of a histogram in whole milliseconds. Undefined without values. */
const longest = (histogram: Histogram): number | undefined =>
  histogram.count === 0 ? undefined : Math.round(toLibrary(histogram).maxValue / 1e6);

/** The longest reported time and the longest latency of each metric. */
const longestOf = (rows: readonly Row[]) =>
  Object.fromEntries(
    [...new Set(rows.map(({ metric }) => metric))].map((metric) => {
      const tally = tallyOf(rows, metric);
      return [metric, [longest(tally.responseTimes), longest(tally.latency)]];
    }),
  );

const late = stallMs - 1 + serviceMs;
const uncompensated = { ergonomics: { compensateInternalLatency: false } } as const;

suite('The first request of a user', () => {
  const twoSteps = [{ main: [get('/a'), { httpRequest: { GET: '/b', metric: 'second' } }] }];

  test('row 37: counts from the planned arrival, and a second step does not', async () => {
    assert.deepEqual(longestOf(await rowsOf(twoSteps)), {
      main: [late, late],
      second: [serviceMs, serviceMs],
    });
  });

  test('row 37: counts from the planned arrival in each of several initial sequences, and not in another one', async () => {
    const scenario = {
      initialSequences: [{ one: [get('/1')] }, { two: [get('/2'), { newSequence: 'other' }] }],
      sequences: [{ other: [get('/3')] }],
    };
    assert.deepEqual(longestOf(await rowsOf(scenario)), {
      one: [late, late],
      two: [late, late],
      other: [serviceMs, serviceMs],
    });
  });

  test('row 37: counts from the start of its user in a closed phase', async () => {
    const run = await openVirtually(
      { scenario: twoSteps, arrivals: { kind: 'always', users: 1 }, phase: { durationMs: stallMs } },
      { answer: () => responseAfter(serviceMs) },
    );
    const { time, clock, shardRun } = run;
    // The stalled generator continues at the last instant of the phase.
    await time.until(shardRun.run(clock.nowNs() - (stallMs - 1) * 1e6));
    await shardRun.close();
    assert.equal(longest(tallyOf(listRows(shardRun.recorder.rows()), 'main').latency), serviceMs);
  });
});

suite('A stopwatch', () => {
  const watch = (...steps: unknown[]) => ({ stopwatch: [{ thinkTime: '10ms' }, ...steps] });
  const waited = stallMs - 1 + 10;

  test('row 50: that a user begins with includes a stall of the generator', async () => {
    assert.deepEqual(longestOf(await rowsOf([{ main: [watch()] }])), { main: [waited, waited] });
  });

  test('row 50: without compensation is reported without the stall, next to its latency', async () => {
    assert.deepEqual(longestOf(await rowsOf([{ main: [watch()] }], uncompensated)), { main: [10, waited] });
  });

  test('row 38: inside a stopwatch or a loop, behind another step, or when it comes again does not start with the user', async () => {
    const nested = await rowsOf([{ main: [{ stopwatch: [watch()] }] }]);
    // Both stopwatches have the name of their sequence. The outer stopwatch counts the stall, and the inner
    // one does not.
    const tallies = [...new Set(nested.map(({ step }) => step))].map((step) => {
      const tally = new Tally();
      for (const row of nested) if (row.step === step) tally.addEncoded(row);
      return longest(tally.latency);
    });
    assert.deepEqual(tallies.toSorted(), [10, waited]);
    const looped = await rowsOf([{ main: [{ loop: { counterVar: 'i', repeats: 2, steps: [watch()] } }] }]);
    assert.deepEqual(longestOf(looped), { main: [10, 10] });
    const second = await rowsOf([{ main: [{ set: 'x <- 1' }, watch()] }]);
    assert.deepEqual(longestOf(second), { main: [10, 10] });
    const again = await rowsOf([
      {
        main: [
          watch(),
          { addToInt: { var: 'i', value: 1, orElseSetTo: 1 } },
          { conditional: { intCondition: 'i < 3', actions: 'restartSequence' } },
        ],
      },
    ]);
    const { latency } = tallyOf(again, 'main');
    assert.equal(latency.count, 3);
    const times: number[] = [];
    latency.each((slot, count) => times.push(...new Array<number>(count).fill(slot)));
    assert.equal(new Set(times).size, 2, 'two visits without the stall, one with it');
  });

  test('counts from the start of its user in a closed phase', async () => {
    const rows = await rowsOf([{ main: [watch()] }], { arrivals: { kind: 'atOnce', users: 1 } });
    assert.deepEqual(longestOf(rows), { main: [10, 10] });
  });
});

suite('compensateInternalLatency', () => {
  const users = (more: Partial<VirtualCase>) =>
    rowsOf([{ main: [get('/')] }], { phase: { durationMs: 1000 }, ...more });

  test('row 78: requests are timed from instants 100 ms apart when it is on, and from when they were ready when it is off', async (t) => {
    const latencies: number[] = [];
    const recordLatency = t.mock.method(Tally.prototype, 'recordLatency');
    const on = await users({});
    for (const call of recordLatency.mock.calls) latencies.push(call.arguments[0]);
    recordLatency.mock.restore();
    // Both requests are planned at 100 and 200 ms, and are answered at the same instant.
    const [longestNs = 0, next = 0] = latencies.toSorted((one, other) => other - one);
    assert.equal(longestNs - next, 100e6);
    assert.deepEqual(longestOf(on), { main: [late, late] });
    assert.equal(tallyOf(on, 'main').uncompensated.count, 0);
    const off = await users(uncompensated);
    assert.deepEqual(longestOf(off), { main: [serviceMs, late] });
    assert.equal(tallyOf(off, 'main').uncompensated.count, 10);
  });

  test('off leaves a wait for a connection in the response time', async () => {
    const rows = await rowsOf([{ main: [get('/')] }], {
      ...uncompensated,
      arrivals: { kind: 'atOnce', users: 2 },
      shardConnections: { core: 1, max: 1 },
    });
    assert.deepEqual(longestOf(rows), { main: [2 * serviceMs, 2 * serviceMs] });
  });

  test('off is what the live report shows as well', async () => {
    const run = await openVirtually(
      { scenario: [{ main: [get('/')] }], arrivals: even, phase: { durationMs: 110 }, ...uncompensated },
      { answer: () => responseAfter(serviceMs) },
    );
    const { time, clock, shardRun } = run;
    stallsAt(clock, 99, () => time.stall(stallMs));
    await time.until(shardRun.run(clock.nowNs()));
    const tally = new Tally();
    tally.addEncoded(shardRun.recorder.live());
    assert.equal(longest(tally.latency), serviceMs);
    await shardRun.close();
  });
});

suite('A user who continues while a request is on its way', () => {
  const async = (handler: object) => ({
    httpRequest: { GET: '/async', metric: 'async', sync: false, handler },
  });
  const next = { httpRequest: { GET: '/next', metric: 'next' } };

  /** Returns the latency and lateness of the request `/next` in milliseconds. */
  const ofNext = async (main: readonly unknown[], more: Partial<VirtualCase> = {}) => {
    const { rows } = await runVirtually(
      { scenario: [{ main }], ...more },
      {
        answer: ({ path }) => ({
          kind: 'response',
          body: 'x',
          ...(path === '/next' ? { afterMs: serviceMs } : { afterMs: 100, bodyMs: 100 }),
        }),
      },
    );
    const { latency, lateness } = tallyOf(rows(), 'next');
    return [longest(latency), longest(lateness)];
  };

  test('is due when a handler did what it waited for, and not before', async () => {
    const status = { action: { 200: { set: 'x <- 1' } } };
    assert.deepEqual(await ofNext([async({ status }), { awaitVar: 'x' }, next]), [serviceMs, 0]);
  });

  test('is due when a request without sync has got its connection', async () => {
    const one = { shardConnections: { core: 1, max: 1 } };
    // The second request waits for the end of the first, and the third for the end of the second.
    const [latency = 0, lateness] = await ofNext([async({}), async({}), next], one);
    assert.ok(Math.abs(latency - (200 + serviceMs)) <= 2, `${latency} ms`);
    assert.equal(lateness, 0);
  });

  test('is due then also when another user had the connection', async () => {
    const { rows } = await runVirtually(
      {
        scenario: [{ main: [async({}), next] }],
        arrivals: { kind: 'atOnce', users: 2 },
        shardConnections: { core: 1, max: 1 },
      },
      { answer: ({ path }) => responseAfter(path === '/next' ? serviceMs : 200) },
    );
    // The second user gets the connection when both requests of the first user have ended, and is due at that
    // instant.
    const shortest = toLibrary(tallyOf(rows(), 'next').latency).minNonZeroValue / 1e6;
    assert.ok(Math.abs(shortest - (200 + serviceMs)) <= 2, `${shortest} ms`);
  });
});

suite('The time limit of a request', () => {
  /** Two users share one connection, and each response takes 80 ms. Returns the counters of both users. */
  const countedOf = async (request: object, targetLimits: Partial<Target> = {}) => {
    const { rows } = await runVirtually(
      {
        scenario: [{ main: [{ httpRequest: { GET: '/', ...request } }] }],
        arrivals: { kind: 'atOnce', users: 2 },
        shardConnections: { core: 1, max: 1 },
        targetLimits,
      },
      { answer: () => responseAfter(80) },
    );
    const { responses, timeouts, invalid } = totals(rows());
    return { responses, timeouts, invalid };
  };

  test('counts from sending: a wait for a connection is no part of it', async () => {
    assert.deepEqual(await countedOf({ timeout: '100ms' }), { responses: 2, timeouts: 0, invalid: 0 });
    assert.deepEqual(await countedOf({ timeout: '79ms' }), { responses: 0, timeouts: 2, invalid: 2 });
  });

  test('is that of its target where it has none of its own', async () => {
    const limits = { requestTimeoutMs: 50 };
    assert.deepEqual(await countedOf({}, limits), { responses: 0, timeouts: 2, invalid: 2 });
    assert.deepEqual(await countedOf({ timeout: '100ms' }, limits), {
      responses: 2,
      timeouts: 0,
      invalid: 0,
    });
  });
});
