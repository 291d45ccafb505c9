import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Random } from '../../../lib/driver/random.ts';
import { poisson } from '../../../lib/driver/schedule/poisson.ts';
import { arrivalsOf, constant, distanceToExponential, gapsOf, ramp, unionOf } from './arrivals.ts';

const critical = 1.95;

test('Poisson gaps follow the exponential law, on one shard and in the superposition of many', () => {
  for (const shards of [1, 3, 16]) {
    const times = unionOf(constant(500, true), 40_000, shards);
    const distance = distanceToExponential(gapsOf(times).map((gap) => (gap / 1e9) * 500));
    assert.ok(distance < critical, `${shards} shards: ${distance}`);
    assert.ok(
      Math.abs(times.length - 20_000) < 5 * Math.sqrt(20_000),
      `${shards} shards: ${times.length} arrivals`,
    );
  }
});

test('Ramp arrivals, seen through the integral of their rate, follow the same law', () => {
  for (const [from, to] of [
    [0, 1000],
    [1000, 0],
    [400, 600],
  ] as const) {
    for (const shards of [1, 7]) {
      const times = unionOf(ramp(from, to, true), 40_000, shards);
      const passed = times.map((ns) => from * (ns / 1e9) + (((to - from) / 40) * (ns / 1e9) ** 2) / 2);
      const distance = distanceToExponential(gapsOf(passed));
      assert.ok(distance < critical, `${from} to ${to}, ${shards} shards: ${distance}`);
    }
  }
});

test('The test tells even arrivals from Poisson ones', () => {
  const times = arrivalsOf(constant(500), 40_000);
  assert.ok(distanceToExponential(gapsOf(times).map((gap) => (gap / 1e9) * 500)) > 20);
});

test('Segments cut one Poisson sequence: nothing lost, nothing twice, the same for the same seed', () => {
  const law = fc.oneof(
    fc.double({ min: 0.1, max: 2000, noNaN: true }).map((usersPerSec) => constant(usersPerSec, true)),
    fc
      .tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 1, max: 2000 }))
      .map(([from, to]) => ramp(from, to, true)),
  );
  const cuts = fc.array(fc.integer({ min: 1, max: 1999 }), { maxLength: 4 });
  fc.assert(
    fc.property(
      law,
      cuts,
      fc.integer({ min: 1, max: 4 }),
      fc.integer(),
      (arrivals, bordersMs, shards, seed) => {
        const borders = bordersMs.sort((a, b) => a - b);
        const whole = unionOf(arrivals, 2000, shards, [], seed);
        assert.deepEqual(unionOf(arrivals, 2000, shards, borders, seed), whole);
      },
    ),
    { numRuns: 200 },
  );
});

test('Times grow strictly and stay within the phase, even where gaps are shorter than a nanosecond', () => {
  for (const law of [
    constant(50_000, true),
    constant(3e9, true),
    ramp(0, 50_000, true),
    ramp(50_000, 0, true),
  ]) {
    const durationMs = law.kind === 'constantRate' && law.usersPerSec > 1e6 ? 0.01 : 500;
    const times = arrivalsOf(law, durationMs);
    assert.ok(times.length > 1000 && gapsOf(times).every((gap) => gap > 0 && Number.isInteger(gap)));
    assert.ok((times.at(-1) ?? 0) <= durationMs * 1e6);
  }
  // At three users per nanosecond, a user arrives in the first nanosecond.
  assert.deepEqual(arrivalsOf(constant(3e9, true), 0.01).slice(0, 2), [1, 2]);
});

test('Shards draw from streams of their own', () => {
  const first = arrivalsOf(constant(100, true), 5000, { shard: 0, shards: 2 });
  const second = arrivalsOf(constant(100, true), 5000, { shard: 1, shards: 2 });
  assert.ok(first.every((ns) => !second.includes(ns)));
});

test('A wider shard has as many times the rate', () => {
  const durationMs = 1_000_000;
  for (const width of [1, 3]) {
    const times = arrivalsOf(constant(100, true), durationMs, { shard: 0, shards: 4, width });
    assert.ok(distanceToExponential(gapsOf(times).map((ns) => ns * 1e-9 * 25 * width)) < 1.95);
  }
});

test('The first gap begins at the start of the phase, and the longest gap is 46 times the mean gap', () => {
  const slice = { shard: 0, shards: 1, startNs: 0, endNs: 100e9 };
  for (const [uniform, gaps] of [
    [Math.exp(-1), 1],
    [0, 20 * Math.log(10)],
  ] as const) {
    const random: Random = { next: () => uniform, integer: () => 0 };
    const { next } = poisson({ initial: 1, target: 1 }, 100_000, slice, random);
    for (const number of [1, 2])
      assert.ok(Math.abs(next() - number * gaps * 1e9) < 1e4, `${number} times ${gaps} s`);
  }
});
