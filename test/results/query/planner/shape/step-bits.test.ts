/** The steps that lead into a value, by its form and its name or index. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { elementAt, isDeep, type Step } from '../../../../../lib/results/query/planner/shape/path-shape.ts';
import { isScannable, StepBits } from '../../../../../lib/results/query/planner/shape/step-bits.ts';

const member = (name: string): Step => ({ kind: 'member', name });
const deepMember: Step = { kind: 'member', name: 'a', deep: true };
const wildcard: Step = { kind: 'wildcard' };
const deepWildcard: Step = { kind: 'wildcard', deep: true };
const slice = (start: number, end?: number): Step => ({
  kind: 'slice',
  start,
  ...(end !== undefined && { end }),
});
const rules = ['jsonpath', 'lax', 'strict'] as const;

test('steps that one pass can follow', () => {
  const condition = { kind: 'existence', path: [] } as const;
  const cases: readonly (readonly [readonly Step[], boolean])[] = [
    [[], true],
    [[member('a'), wildcard, slice(0), slice(0, 0), slice(3, 9)], true],
    [[slice(-1)], false],
    [[slice(0, -1)], false],
    [[{ kind: 'filter', condition }], false],
    [[{ kind: 'members' }], false],
    [[{ kind: 'count' }], false],
    [[deepMember, member('a')], true],
    [[member('a'), deepWildcard], true],
    [[deepMember, deepWildcard], false],
    [Array.from({ length: 30 }, () => wildcard), true],
    [Array.from({ length: 31 }, () => wildcard), false],
  ];
  for (const [steps, isRight] of cases) assert.equal(isScannable(steps), isRight, JSON.stringify(steps));
});

test('thirty steps lead to the last bit', () => {
  const bits = new StepBits(
    Array.from({ length: 30 }, () => slice(0, 1)),
    'jsonpath',
  );
  let at = 1;
  for (let step = 0; step < 30; step += 1) at = bits.ofElement(at, 0);
  assert.equal(at, bits.done);
  assert.ok(bits.done > 0);
});

test('only the kinds of steps that go to all descendants are deep', () => {
  for (const [step, deep] of [
    [member('a'), false],
    [deepMember, true],
    [wildcard, false],
    [deepWildcard, true],
    [slice(0), false],
  ] as const)
    assert.equal(isDeep(step), deep);
  assert.deepEqual(elementAt(-1), slice(-1));
  assert.deepEqual(elementAt(-2), slice(-2, -1));
  assert.deepEqual(elementAt(0), slice(0, 1));
  assert.equal(new StepBits([wildcard, deepMember], 'jsonpath').deepAt, 1);
  assert.equal(new StepBits([wildcard], 'jsonpath').deepAt, -1);
});

const spelled = (name: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    JSON.stringify(name),
    `"${[...name].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
  );

test('names as they are written in any way', () => {
  const name = fc.constantFrom('a', 'b', 'ab', '', 'é', '"', 'a\\', '\u2028');
  fc.assert(
    fc.property(
      name,
      name.chain((one) => fc.tuple(fc.constant(one), spelled(one))),
      fc.constantFrom(...rules),
      (wanted, [decoded, written], rule) => {
        const bytes = new TextEncoder().encode(`{${written}:`);
        const bits = new StepBits([member(wanted)], rule);
        assert.equal(bits.ofMember(1, bytes, 1, bytes.length - 1), wanted === decoded ? 2 : 0);
        assert.equal(bits.ofMember(0, bytes, 1, bytes.length - 1), 0);
        // A name that is longer than a window has no bytes.
        assert.equal(bits.ofMember(1, bytes, -1, bytes.length - 1), 0);
      },
    ),
  );
});

test('steps into members', () => {
  const bytes = new TextEncoder().encode('"a"');
  const of = (steps: readonly Step[], rule: (typeof rules)[number], from: number): number =>
    new StepBits(steps, rule).ofMember(from, bytes, 0, 3);
  for (const rule of rules) {
    assert.equal(of([wildcard], rule, 1), rule === 'jsonpath' ? 2 : 0);
    assert.equal(of([slice(0)], rule, 1), 0);
    assert.equal(of([member('a'), member('a'), member('b')], rule, 0b111), 0b110);
  }
  assert.equal(of([deepMember, member('a')], 'jsonpath', 0b11), 0b111);
  assert.equal(of([{ kind: 'member', name: 'b', deep: true }], 'jsonpath', 1), 1);
  assert.equal(of([deepWildcard], 'jsonpath', 1), 0b11);
});

test('steps into elements', () => {
  const of = (steps: readonly Step[], from: number, element: number): number =>
    new StepBits(steps, 'jsonpath').ofElement(from, element);
  assert.equal(of([wildcard], 1, 7), 2);
  assert.equal(of([wildcard], 2, 7), 0);
  assert.equal(of([member('a')], 1, 0), 0);
  assert.equal(of([deepMember], 1, 0), 1);
  assert.equal(of([deepWildcard], 1, 0), 0b11);
  for (const [element, isIn] of [
    [1, false],
    [2, true],
    [3, true],
    [4, false],
  ] as const) {
    assert.equal(of([slice(2, 4)], 1, element), isIn ? 2 : 0);
    assert.equal(of([wildcard, slice(2, 4)], 0b11, element), isIn ? 0b110 : 0b10);
  }
  assert.equal(of([slice(2)], 1, 1_000_000), 2);
});

test('lax mode takes what is no array as its only element, and an array before a member as its elements', () => {
  const steps = [slice(0, 1), wildcard, slice(1), member('a')];
  for (const form of ['object', 'scalar', 'array'] as const) {
    const isWrapped = form !== 'array';
    assert.equal(new StepBits(steps, 'lax').arrived(1, form), isWrapped ? 0b111 : 1);
    assert.equal(new StepBits(steps, 'lax').arrived(0b1000, form), 0b1000);
    for (const rule of ['jsonpath', 'strict'] as const)
      assert.equal(new StepBits(steps, rule).arrived(1, form), 1);
  }
  assert.equal(new StepBits(steps, 'lax').unwrapped(0b11111), 0b1000);
  assert.equal(new StepBits(steps, 'lax').unwrapped(0b111), 0);
  assert.equal(new StepBits(steps, 'strict').unwrapped(0b1111), 0);
  assert.equal(new StepBits(steps, 'jsonpath').unwrapped(0b1111), 0);
});

test('strict mode needs objects for members and arrays for elements', () => {
  const steps = [member('a'), wildcard, slice(0, 1)];
  for (const [bits, form, isError] of [
    [1, 'object', false],
    [1, 'array', true],
    [1, 'scalar', true],
    [2, 'array', false],
    [2, 'object', true],
    [4, 'scalar', true],
    [4, 'array', false],
    [8, 'scalar', false],
    [0, 'scalar', false],
    [3, 'object', true],
  ] as const) {
    assert.equal(new StepBits(steps, 'strict').isError(bits, form), isError, `${bits} ${form}`);
    assert.equal(new StepBits(steps, 'lax').isError(bits, form), false);
    assert.equal(new StepBits(steps, 'jsonpath').isError(bits, form), false);
  }
  assert.deepEqual(
    rules.map((rule) => new StepBits(steps, rule).needsMember),
    [false, false, true],
  );
  const short = new StepBits([member('a'), slice(1, 3), slice(4)], 'strict');
  for (const [bits, count, isShort] of [
    [1, 0, false],
    [2, 2, true],
    [2, 3, false],
    [4, 4, true],
    [4, 5, false],
    [6, 3, true],
    [0, 0, false],
  ] as const)
    assert.equal(short.isShort(bits, count), isShort, `${bits} of ${count}`);
});
