import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { modelOf } from '../../../lib/driver/arrivals/registry.ts';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import { rateOf } from '../../../lib/driver/schedule/rational-rate.ts';
import { arrivalsOf, constant, gapsOf, ramp, unionOf } from './arrivals.ts';

const msNs = 1_000_000;

test('Shards and segments together send exactly the unsharded plan', () => {
  const rate = fc.oneof(
    fc.integer({ min: 1, max: 2000 }),
    fc.double({ min: 0.01, max: 2000, noNaN: true }),
    fc.constantFrom(33.3, 100 / 3, 0.1, 1 / 7, 999.999),
  );
  const arrivals = fc.oneof(
    rate.map((usersPerSec) => constant(usersPerSec)),
    fc.tuple(fc.oneof(fc.constant(0), rate), rate).map(([from, to]) => ramp(from, to)),
    fc.tuple(rate, fc.oneof(fc.constant(0), rate)).map(([from, to]) => ramp(from, to)),
  );
  const borders = fc.array(fc.integer({ min: 1, max: 2999 }), { maxLength: 4 });
  fc.assert(
    fc.property(
      arrivals,
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 9 }),
      borders,
      (law, ms, shards, cuts) => {
        const inside = cuts.filter((cut) => cut < ms).sort((a, b) => a - b);
        const plan = arrivalsOf(law, ms);
        assert.deepEqual(unionOf(law, ms, shards, inside), plan);
        assert.equal(plan.length, modelOf(law).plannedUsers(ms));
        assertGrowing(plan, ms);
      },
    ),
    { numRuns: 300 },
  );
});

test('Shards of different widths own as many arrivals in every round, and together all of them', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 });
  const laws = fc.oneof(
    fc.double({ min: 0.5, max: 900, noNaN: true }).map((usersPerSec) => constant(usersPerSec)),
    fc.double({ min: 1, max: 900, noNaN: true }).map((target) => ramp(0, target)),
  );
  fc.assert(
    fc.property(laws, widths, fc.integer({ min: 1, max: 2999 }), (law, threads, cutMs) => {
      const shards = threads.reduce((sum, width) => sum + width, 0);
      const plan = arrivalsOf(law, 3000);
      let shard = 0;
      const all = threads.flatMap((width) => {
        const part = { shard, shards, width };
        const own = [
          ...arrivalsOf(law, 3000, { ...part, endMs: cutMs }),
          ...arrivalsOf(law, 3000, { ...part, startMs: cutMs }),
        ];
        const owned = plan.filter((_, i) => i % shards >= part.shard && i % shards < part.shard + width);
        assert.deepEqual(own, owned);
        shard += width;
        return own;
      });
      assert.deepEqual(
        all.sort((a, b) => a - b),
        plan,
      );
    }),
    { numRuns: 200 },
  );
});

test('The i-th arrival of a constant rate is the ceiling of i / rate, in whole numbers, hours into a phase', () => {
  const hourMs = 3_600_000;
  for (const usersPerSec of [
    0.01,
    200_000,
    199_999.99,
    1000,
    33.3,
    100 / 3,
    0.7,
    0.1,
    12345.678901234,
    99_991,
    3e6,
  ]) {
    const { users, seconds } = rateOf(usersPerSec);
    for (const startMs of [0, 11 * hourMs, 99 * hourMs]) {
      const durationMs = 100 * hourMs;
      const times = arrivalsOf(constant(usersPerSec), durationMs, { startMs, endMs: startMs + 50 });
      const before = (BigInt(startMs) * users) / (seconds * 1000n);
      const exact = times.map((_, at) =>
        ceiling((before + BigInt(at) + 1n) * seconds * 1_000_000_000n, users),
      );
      assert.deepEqual(times, exact, `${usersPerSec}/s from ${startMs} ms`);
    }
  }
});

test('The i-th arrival of a ramp is the first nanosecond at which the integral of its rate has reached i', () => {
  const hourMs = 3_600_000;
  const cases: readonly [from: number, to: number, ms: number, stretchMs?: number][] = [
    [0, 100, 10_000],
    [100, 0, 10_000],
    [1, 3, 5_000],
    [10, 10.001, 60_000],
    [10.001, 10, 60_000],
    [0, 0.5, 4 * hourMs],
    [33.3, 66.6, 30_000],
    [0.01, 0.02, 100 * hourMs],
    // Pairs of rates at the ends of a ramp. Long phases are checked at the start (T0), in the middle and
    // before the last arrival.
    [50_000, 49_999, 200, 200],
    [0, 200_000, 100 * hourMs, 50],
    [200_000, 0, 100 * hourMs, 50],
    [200_000, 0.01, 4 * hourMs, 50],
    [199_999.99, 200_000, 4 * hourMs, 5],
  ];
  for (const [from, to, ms, stretchMs = ms] of cases) {
    const { integral, before, all } = exactRamp(from, to, ms);
    for (const startMs of new Set([0, Math.floor(ms / 2), ms - stretchMs])) {
      const endMs = Math.min(ms, startMs + stretchMs);
      const times = arrivalsOf(ramp(from, to), ms, { startMs, endMs });
      const first = before(startMs * msNs) + 1;
      for (const [at, ns] of times.entries())
        assert.ok(
          integral(ns).reaches(first + at) && !integral(ns - 1).reaches(first + at),
          `${from} to ${to}: arrival ${first + at} at ${ns} ns`,
        );
      assert.equal(times.length, before(endMs * msNs) - before(startMs * msNs));
      if (endMs === ms) assert.equal(first + times.length - 1, all);
      assertGrowing(
        times.map((ns) => ns - startMs * msNs),
        ms,
      );
    }
  }
});

test('Known schedules come out to the nanosecond', () => {
  const table: readonly [
    name: string,
    arrivals: Arrivals,
    durationMs: number,
    holds: (times: number[]) => boolean,
  ][] = [
    ['first at 1/rate, not at 0', constant(4), 1000, (times) => times[0] === 250 * msNs],
    ['the arrival at the very end is sent', constant(10), 10_000, (times) => times.at(-1) === 1e10],
    [
      'a ramp as flat as a constant',
      ramp(10, 10 + 1e-7),
      10_000,
      (times) => times.filter((ns) => ns < 1e10).length === 99,
    ],
    [
      'falling to 0 ends at the end',
      ramp(10, 0),
      10_000,
      (times) => times.at(-1) === 1e10 && times.length === 50,
    ],
    [
      'the arrival at the very end of a ramp is sent, although the mean of doubles falls short of it',
      ramp(0.1, 0.7),
      10_000,
      (times) => times.length === 4 && times.at(-1) === 1e10,
    ],
    ['a steep ramp has no bursts', ramp(1, 20_000), 1000, (times) => !clustered(times)],
    ['a rate below one user', constant(0.3), 3000, (times) => times.length === 0],
    ['no user arrives in a noop', { kind: 'noop' }, 1000, (times) => times.length === 0],
    ['closed users are there at T0', { kind: 'always', users: 5 }, 1000, (times) => times.length === 0],
  ];
  for (const [name, arrivals, durationMs, holds] of table) {
    assert.ok(holds(arrivalsOf(arrivals, durationMs)), name);
  }
});

test('Planned and expected arrivals of every kind', () => {
  const table: readonly [Arrivals, number | undefined, number | undefined, number][] = [
    [{ kind: 'noop' }, 1000, 0, 0],
    [{ kind: 'atOnce', users: 7 }, undefined, 7, 7],
    [{ kind: 'always', users: 7 }, 1000, undefined, 7],
    [constant(10), 10_000, 100, 100],
    [constant(10, true), 10_000, undefined, 100],
    [constant(33.3), 3_600_000, 119_880, 119_880],
    [constant(100 / 3), 30_000, 1000, 1000],
    [constant(7.5), 1000, 7, 7],
    [ramp(0, 100), 10_000, 500, 500],
    [ramp(100, 0, true), 10_000, undefined, 500],
    [ramp(1, 2), 1000, 1, 1],
  ];
  for (const [arrivals, durationMs, planned, expected] of table) {
    assert.equal(modelOf(arrivals).plannedUsers(durationMs ?? 0), planned, JSON.stringify(arrivals));
    assert.ok(
      Math.abs(modelOf(arrivals).expectedUsers(durationMs ?? 0) - expected) < 1e-6,
      JSON.stringify(arrivals),
    );
  }
});

function assertGrowing(times: readonly number[], durationMs: number): void {
  const wrong = gapsOf(times).findIndex((gap) => !(gap > 0 && Number.isSafeInteger(gap)));
  assert.equal(wrong, -1, `arrival ${wrong} does not come after the one before`);
  assert.ok((times.at(-1) ?? 0) <= durationMs * msNs);
}

/** Whether two neighbouring arrivals are closer than half of the shortest gap that the rate allows. */
function clustered(times: readonly number[]): boolean {
  return gapsOf(times).some((gap) => gap < 25_000);
}

function ceiling(numerator: bigint, denominator: bigint): number {
  return Number((numerator + denominator - 1n) / denominator);
}

/** The exact arrivals of a ramp: r0 t + (r1 - r0) t^2 / (2 T) in whole numbers, with times in nanoseconds. */
function exactRamp(from: number, to: number, ms: number) {
  const [a, b] = [rateOf(from), rateOf(to)];
  const durationNs = BigInt(ms) * 1_000_000n;
  const scale = 2n * a.seconds * b.seconds * durationNs * 1_000_000_000n;
  const users = (ns: number): bigint => {
    const t = BigInt(ns);
    const flat = 2n * a.users * b.seconds * durationNs * t;
    return flat + (b.users * a.seconds - a.users * b.seconds) * t * t;
  };
  return {
    integral: (ns: number) => ({ reaches: (count: number) => users(ns) >= BigInt(count) * scale }),
    before: (ns: number) => Number(users(ns) / scale),
    all: Number(users(Number(durationNs)) / scale),
  };
}
