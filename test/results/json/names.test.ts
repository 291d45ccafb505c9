/**
 * The parser always detects a name that an object repeats, and never takes a new name for a repeated one, in
 * documents with usual names and sizes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scanLimits } from '../../../lib/results/json/limits.ts';
import { silence } from '../../../lib/results/json/listener.ts';
import type { MachineKind } from '../../../lib/results/json/machine/create-machine.ts';
import { ManyNames } from '../../../lib/results/json/machine/many-names.ts';
import { Scanner } from '../../../lib/results/json/scanner.ts';
import { cases } from '../../runner/cases.ts';

const kinds = ['wasm', 'twin'] as const;

/** The repeated names of a document, in all its objects. */
function repetitions(json: string, kind: MachineKind, limits = {}): number {
  let found = 0;
  const scanner = new Scanner({ ...scanLimits, ...limits }, undefined, kind);
  scanner.listener = { ...silence, repeated: () => (found += 1) };
  assert.equal(scanner.push(new TextEncoder().encode(json)) ?? scanner.end(), undefined);
  return found;
}

/** Counts repeated names with a second, slow parser. */
function counted(members: readonly Member[]): number {
  const names = new Set(members.map(([name]) => JSON.parse(name) as string));
  const inner = members.reduce((sum, [, value]) => sum + (value === null ? 0 : counted(value)), 0);
  return members.length - names.size + inner;
}

type Member = readonly [name: string, value: readonly Member[] | null];
const textOf = (members: readonly Member[]): string =>
  `{${members.map(([name, value]) => `${name}:${value === null ? '0' : textOf(value)}`).join()}}`;

const spelled = (name: string): string =>
  `"${[...name].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
const name = fc
  .constantFrom('a', 'b', 'ab', 'ba', '', 'aa', 'ü', 'name', 'longer than 8', 'longer than 9', '\\', '\u0000')
  .chain((one) => fc.constantFrom(JSON.stringify(one), JSON.stringify(one), spelled(one)));
const { object } = fc.letrec<{ object: readonly Member[] }>((tie) => ({
  object: fc.array(
    fc.tuple(name, fc.oneof({ maxDepth: 3 }, fc.constant(null), tie('object'))) as fc.Arbitrary<Member>,
    { maxLength: 6 },
  ),
}));

test('random objects, one in another', () =>
  fc.assert(
    fc.property(object, (members) => {
      for (const kind of kinds)
        assert.equal(repetitions(textOf(members), kind), counted(members), textOf(members));
    }),
    { numRuns: cases(500, 20_000) },
  ));

test('the first and the last character of each length in UTF-8, with and without an escape', () => {
  for (const kind of kinds)
    for (const character of ['\u0000', '\u007f', '\u0080', '\u07ff', '\u0800', '\uffff'])
      assert.equal(
        repetitions(`{${spelled(`${character}a`)}:0,"${character}a":0}`.replace('\u0000', '\\u0000'), kind),
        1,
      );
});

const many = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `"n${at}":0`);

test('many names, in an object and in others of it', () => {
  for (const kind of kinds)
    for (const count of [15, 16, 17, 18, 40, 3000]) {
      const names = many(count).join();
      const text = `{"x":{${names}},${names},"y":{${names}}}`;
      assert.equal(repetitions(text, kind), 0, `${count}`);
      for (const again of [0, 14, count - 1]) {
        const repeated = `{${names},"o":{${names},"n${again}":1},"n${again}":1,"n${again}":2,"new":3}`;
        assert.equal(repetitions(repeated, kind), 3, `${again} of ${count}`);
      }
    }
});

test('a small object after a large one at the same depth has none of its names', () => {
  for (const kind of kinds)
    for (const count of [17, 3000])
      assert.equal(
        repetitions(`[{${many(3000).join()}},{${many(count).join()}},{${many(18).join()}}]`, kind),
        0,
      );
});

test('two different hashes are never equal, also when most of their bits are zeros', () => {
  const names = new ManyNames(10_000);
  const words = new Int32Array(1024);
  const hashes = [0, ...Array.from({ length: 32 }, (_, bit) => 1 << bit)].flatMap((low) =>
    [0, 2, ...Array.from({ length: 30 }, (_, bit) => 4 << bit)].map((high) => [low, high] as const),
  );
  for (const wanted of [0, 1])
    for (const [low, high] of hashes) assert.equal(names.add(words, 0, low, high), wanted, `${low} ${high}`);
});

test('a name beyond the watched number may be a repeated name', () => {
  for (const kind of kinds)
    for (const [count, found] of [
      [99, 0],
      [100, 0],
      [101, 1],
      [102, 2],
    ] as const)
      assert.equal(repetitions(`{${many(count).join()}}`, kind, { watchedNamesMax: 100 }), found);
});

test('a name with escapes that is too long to decode may be a repeated name', () => {
  for (const kind of kinds) {
    const name = 'x'.repeat(20_000);
    assert.equal(repetitions(`{"${name}":0,"${name}y":0}`, kind), 0);
    assert.equal(repetitions(`{"${name}":0,"${name}":0}`, kind), 1);
    assert.equal(repetitions(`{"${name}\\n":0}`, kind), 1);
  }
});
