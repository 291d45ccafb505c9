import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomFor } from '../../lib/driver/random.ts';

function take(count: number, ...stream: [number, ...(string | number)[]]): number[] {
  const random = randomFor(...stream);
  return Array.from({ length: count }, () => random.next());
}

test('The same seed and names repeat a stream, and any difference gives another', () => {
  assert.deepEqual(take(100, 7, 'main', 0), take(100, 7, 'main', 0));
  const streams = [
    take(8, 1),
    take(8, 2),
    take(8, 1, 'a'),
    take(8, 1, 1),
    take(8, 1, '1'),
    take(8, 1, 'ab', 'c'),
    take(8, 1, 'a', 'bc'),
  ];
  assert.equal(new Set(streams.map(String)).size, streams.length);
});

test('A seed gives the same stream in every release', () => {
  const random = randomFor(7, 'main', 0, 'arrivals');
  assert.deepEqual(
    Array.from({ length: 4 }, () => random.next() * 2 ** 53),
    [7693618839023806, 6420642773628794, 3455841335896168, 1090144354267886],
  );
  const bounds = [
    [0, 5],
    [-3, 2 ** 31],
    [0, 2 ** 33],
    [0, 2 ** 40 - 1],
    [0, 2 ** 53 - 1],
  ] as const;
  assert.deepEqual(
    bounds.map(([min, max]) => random.integer(min, max)),
    [1, 2039575025, 2020448394, 36883757641, 4693105607616269],
  );
  // A hash of the next thousand random numbers, which depends on every bit of them.
  const long = randomFor(1);
  let folded = 0n;
  for (let draw = 0; draw < 1000; draw += 1)
    folded = (folded * 31n + BigInt(long.next() * 2 ** 53)) % (2n ** 61n - 1n);
  assert.equal(folded, 144161900296480294n);
});

test('Numbers lie in [0, 1), spread evenly and use all 53 bits', () => {
  const sample = take(100_000, 42);
  assert.ok(sample.every((value) => value >= 0 && value < 1));
  const tenths = new Array<number>(10).fill(0);
  for (const value of sample) tenths[Math.floor(value * 10)]! += 1;
  // Chi-squared with 9 degrees of freedom is above 27.9 once in a thousand times.
  const chiSquared = tenths.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  assert.ok(chiSquared < 27.9, `chi-squared ${chiSquared}`);
  assert.ok(sample.some((value) => (value * 2 ** 53) % 2 === 1));
});

test('Neighbouring streams are not correlated', () => {
  const [first, second] = [take(20_000, 5, 'main', 0), take(20_000, 5, 'main', 1)];
  const covariance =
    first.reduce((sum, value, at) => sum + (value - 0.5) * ((second[at] ?? 0) - 0.5), 0) / 20_000;
  assert.ok(Math.abs(covariance * 12) < 0.03, `correlation ${covariance * 12}`);
});

test('Whole numbers stay within their bounds, any bounds', () => {
  const bound = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(bound, bound, fc.integer(), (one, other, seed) => {
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      const drawn = randomFor(seed).integer(min, max);
      assert.ok(Number.isInteger(drawn) && drawn >= min && drawn <= max);
    }),
  );
  const wide = randomFor(1);
  assert.ok(Array.from({ length: 100 }, () => wide.integer(0, 2 ** 40)).some((drawn) => drawn > 2 ** 39));
});

test('Whole numbers are equally likely, both ends included, where a plain remainder would favour the small ones', () => {
  const random = randomFor(9);
  for (const third of [2 ** 30, 2 ** 51]) {
    const thirds = [0, 0, 0];
    for (let draw = 0; draw < 30_000; draw += 1)
      thirds[Math.floor(random.integer(0, 3 * third - 1) / third)]! += 1;
    assert.ok(
      thirds.every((count) => Math.abs(count - 10_000) < 400),
      String(thirds),
    );
  }
  const seen = new Set(Array.from({ length: 200 }, () => random.integer(-1, 1)));
  assert.deepEqual(
    [...seen].sort((a, b) => a - b),
    [-1, 0, 1],
  );
});
