import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { draw } from './draw.ts';
import type { Mutant } from './operators.ts';

const mutantAt = (line: number, after: string): Mutant => ({
  file: 'lib/a.ts',
  line,
  start: line * 10,
  end: line * 10 + 1,
  operator: 'number',
  before: '2',
  after,
  text: `line ${line}`,
});
const lines = (from: number, to: number): Mutant[] =>
  Array.from({ length: to - from }, (_, i) => ['3', '20'].map((after) => mutantAt(from + i, after))).flat();
const all = () => true;
const seeds = fc.integer({ min: 0, max: 1e6 });

test('the same seed draws the same mutants, and another seed draws other mutants', () => {
  const drawn = (seed: number) => draw(lines(0, 100), { seed, count: 20, accepts: all });
  fc.assert(fc.property(seeds, (seed) => assert.deepEqual(drawn(seed), drawn(seed))));
  assert.notDeepEqual(drawn(1), drawn(2));
});

test('each drawn line has one mutant, and the count bounds the number of lines', () => {
  fc.assert(
    fc.property(seeds, fc.nat(60), (seed, count) => {
      const drawn = draw(lines(0, 40), { seed, count, accepts: all });
      assert.equal(drawn.length, Math.min(count, 40));
      assert.equal(new Set(drawn.map(({ line }) => line)).size, drawn.length);
    }),
  );
});

test('a mutant that is not accepted is replaced by another mutant of its line', () => {
  const drawn = draw(lines(0, 40), { seed: 5, count: 40, accepts: ({ after }) => after === '3' });
  assert.deepEqual(new Set(drawn.map(({ after }) => after)), new Set(['3']));
  assert.equal(drawn.length, 40);
});

test('a larger count keeps the drawn mutants and adds more', () => {
  const drawn = (count: number) => draw(lines(0, 100), { seed: 5, count, accepts: all });
  assert.deepEqual(drawn(30).slice(0, 10), drawn(10));
});

test('new lines elsewhere do not change the mutants of the other lines', () => {
  const before = draw(lines(0, 100), { seed: 5, count: 20, accepts: all });
  const after = draw(lines(0, 110), { seed: 5, count: 20, accepts: all });
  const kept = after.filter(({ line }) => line < 100);
  assert.deepEqual(kept, before.slice(0, kept.length));
});
