import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import { responseAfter } from '../http/scripted-target.ts';
import { openVirtually } from '../session/shards.ts';
import { arrivalsOf, constant, distanceToExponential, gapsOf, ramp } from './arrivals.ts';

/**
 * The assertions of the original driver's tests of arrivals, on one shard. Other files test shards and
 * segments.
 */

const msNs = 1_000_000;

/** The critical distance. A sample of the exponential distribution exceeds it once in a thousand times. */
const critical = 1.95;

const touched = (times: readonly number[]): number => new Set(times.map((ns) => Math.floor(ns / msNs))).size;

suite('even arrivals', () => {
  test('row 62: at 1,000/s each comes exactly 1 ms after the one before', () => {
    const times = arrivalsOf(constant(1000), 3_600_000);
    assert.equal(times.length, 3_600_000);
    assert.ok(gapsOf(times).every((gap) => gap === msNs));
  });

  test('row 63: the i-th arrival is at the ceiling of i / rate, all arrivals occur, and none is early', async () => {
    const perSec = 7;
    const times = arrivalsOf(constant(perSec), 60_000);
    assert.deepEqual(
      times,
      Array.from({ length: 420 }, (_, at) => Math.ceil(((at + 1) * 1e9) / perSec)),
    );
    assert.equal(arrivalsOf(constant(10_000), 1000).filter((ns) => ns <= msNs).length, 10);
    assert.equal(arrivalsOf(constant(5000), 1000).length, 5000);
    assert.ok(gapsOf(arrivalsOf(ramp(100, 1000), 10_000)).every((gap) => gap > 0));
    const { time, clock, shardRun, target } = await openVirtually(
      {
        scenario: [{ main: [{ httpRequest: { GET: '/' } }] }],
        arrivals: constant(perSec),
        phase: { durationMs: 5000 },
      },
      { answer: () => responseAfter(1) },
      { timerMs: () => -0.9, alarmNs: () => -80_000 },
    );
    for (const atMs of [333, 1700, 3000]) clock.after(atMs, () => time.stall(400));
    const t0Ns = clock.nowNs();
    await time.until(shardRun.run(t0Ns));
    const planned = arrivalsOf(constant(perSec), 5000);
    assert.equal(target.seen.length, planned.length);
    for (const [at, { atNs }] of target.seen.entries())
      assert.ok(atNs - t0Ns >= (planned[at] ?? Infinity), `user ${at} is early`);
    await shardRun.close();
  });

  test('row 64: high rates are spread over the nanoseconds and do not gather on milliseconds', () => {
    const tenThousand = arrivalsOf(constant(10_000), 1000);
    assert.ok(gapsOf(tenThousand).every((gap) => gap === 100_000));
    assert.ok(touched(tenThousand.slice(0, 100)) >= 9);
    const hundredThousand = arrivalsOf(constant(100_000), 1000);
    assert.ok(gapsOf(hundredThousand).every((gap) => gap === 10_000));
    const rising = gapsOf(arrivalsOf(ramp(100, 20_000), 1000)).slice(-1000);
    assert.ok(rising.every((gap) => gap > 0 && gap < 100_000));
    for (const law of [constant(10_000, true), ramp(1000, 19_000, true)]) {
      const times = arrivalsOf(law, 1000);
      const gaps = gapsOf(times);
      assert.ok(gaps.every((gap) => gap > 0));
      assert.ok(gaps.filter((gap) => gap < msNs).length > gaps.length * 0.97);
      // The number of arrivals in the first hundredth of each millisecond. It differs from chance by at most
      // five standard deviations.
      const onMillisecond = times.filter((ns) => ns % msNs < msNs / 100).length;
      assert.ok(Math.abs(onMillisecond - times.length / 100) < 5 * Math.sqrt(times.length / 100));
    }
  });

  test('row 65: each gap of a ramp integrates its rate to 1, from nothing on, and a flat ramp divides by nothing', () => {
    for (const [from, to] of [
      [0, 10],
      [1, 10],
      [10, 200],
    ] as const) {
      const users = arrivalsOf(ramp(from, to), 10_000).map(
        (ns) => from * (ns / 1e9) + ((to - from) * (ns / 1e9) ** 2) / 20,
      );
      // The tolerance covers the rounding to nanoseconds: at 200 users per second, a nanosecond is 2e-7 of a
      // user.
      assert.ok(gapsOf(users).every((gap) => Math.abs(gap - 1) < 1e-6));
    }
    assert.equal(arrivalsOf(ramp(0, 10), 10_000)[0], Math.ceil(Math.SQRT2 * 1e9));
    const flat: Arrivals = {
      kind: 'increasingRate',
      initialUsersPerSec: 10,
      targetUsersPerSec: 10,
      variance: false,
    };
    assert.equal(arrivalsOf(flat, 10_000).filter((ns) => ns < 1e10).length, 99);
  });

  test('row 66: a falling ramp is the mirror image of a rising one, and its last user comes exactly at the end', () => {
    for (const perSec of [10, 50, 200_000]) {
      const durationMs = perSec > 1000 ? 50 : 10_000;
      const rising = arrivalsOf(ramp(0, perSec), durationMs);
      const falling = arrivalsOf(ramp(perSec, 0), durationMs);
      const endNs = durationMs * msNs;
      assert.equal(falling.at(-1), endNs);
      // The rising ramp mirrors the falling ramp, with the time reversed.
      for (const [at, ns] of rising.slice(0, -1).entries())
        assert.ok(Math.abs(ns - (endNs - (falling.at(-2 - at) ?? Number.NaN))) <= 1);
    }
  });
});

test('row 67: arrivals grow strictly, in whole nanoseconds, for every kind and rate', () => {
  for (const variance of [false, true])
    for (const [perSec, durationMs] of [
      [0.01, 3_600_000],
      [1, 100_000],
      [999.9, 5000],
      [200_000, 300],
    ] as const)
      for (const law of [
        constant(perSec, variance),
        ramp(perSec / 10, perSec, variance),
        ramp(perSec, 0, variance),
      ]) {
        const times = arrivalsOf(law, durationMs);
        assert.ok(times.length > 10);
        assert.ok(gapsOf(times).every((gap) => gap > 0 && Number.isSafeInteger(gap)));
        assert.ok((times.at(-1) ?? Infinity) <= durationMs * msNs);
      }
});

suite('random arrivals', () => {
  for (const perSec of [0.01, 10, 1000, 200_000])
    test(`row 68: gaps at ${perSec}/s follow the exponential law`, () => {
      const times = arrivalsOf(constant(perSec, true), (20_000 / perSec) * 1000);
      assert.ok(times.length > 19_000);
      const distance = distanceToExponential(gapsOf(times).map((gap) => (gap / 1e9) * perSec));
      assert.ok(distance < critical, `${distance}`);
    });

  for (const [from, to] of [
    [0, 1000],
    [1000, 0],
    [0.01, 0.05],
    [200_000, 100_000],
  ] as const)
    test(`row 69: gaps of a ramp from ${from} to ${to}/s follow it in the time of its users`, () => {
      const seconds = 40_000 / (from + to);
      const times = arrivalsOf(ramp(from, to, true), seconds * 1000);
      assert.ok(times.length > 19_000);
      const users = times.map((ns) => {
        const t = ns / 1e9;
        return from * t + ((to - from) * t ** 2) / (2 * seconds);
      });
      const distance = distanceToExponential(gapsOf(users));
      assert.ok(distance < critical, `${distance}`);
    });
});
