import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Node } from '../../../../lib/results/json/tape/tape.ts';
import { evaluate, readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import { answer, free, inShort, limited, pathOf } from './answer.ts';

// The time for numbers with a hundred thousand digits grows only with their digits, and they are stored with
// no more digits than were written.

const list = (element: string, count: number): Node =>
  readJson(`{"n":[${Array.from({ length: count }, () => element).join()}]}`);

const exponents = list('1e131000', 1000);
const written = list(`1${'0'.repeat(100_000)}1`, 100);

const compared: readonly (readonly [path: string, answer: string])[] = [
  ['1e131000 == 10e130999', '[true]'],
  ['1e131000 < 10.1e130999', '[true]'],
  ['-1e131000 < -9e130999', '[true]'],
  ['1e131000 > 9e130999', '[true]'],
  ['1e-16000 < 10.1e-16001', '[true]'],
  ['1e-16000 == 10e-16001', '[true]'],
  ['-1e-16000 < 0.000', '[true]'],
  ['0e100 == -0.00', '[true]'],
  ['1e65000 * 1e66000 == 1e131000', '[true]'],
  ['1e131000 - 1 < 1e131000', '[true]'],
  ['(1e131000).floor() == 1e131000', '[true]'],
  ['(-1e131000).abs() == -(-1e131000)', '[true]'],
  ['(-1.5e-16000).floor()', '[-1]'],
  ['(1.5e-16000).ceiling()', '[1]'],
  ['-(-0.00)', '[0.00]'],
  ['-(1.50e1)', '[-15.0]'],
  ['$[1e131000]', '22033 jsonpath array subscript is out of integer range'],
  ['1e131071 / 1e131071', '[1.00000000000000000000]'],
  ['1e131072', '22003 value overflows numeric format'],
  ['1e131071 * 9 + 1e131071', '22003 value overflows numeric format'],
];

test('giants are compared and calculated exactly', () => {
  for (const [path, expected] of compared)
    assert.equal(inShort(answer(readJson('[1]'), path)), expected, path);
});

test('a comparison costs the digits that are written', () => {
  assert.match(
    inShort(answer(written, '$.n[*] ? (@ < $.n[*])', limited({ steps: 100_000 }))),
    /^57014 .* 100000 evaluation steps/,
  );
  assert.equal(inShort(answer(exponents, '$.n[*] ? (@ < 1e131000)', limited({ steps: 100_000 }))), '[]');
});

/** Paths that calculate again for each element, or once for each number. */
const calculations = [
  '$.n[*] ? (@ * @ > 1)',
  '$.n[*] ? (@ / 7e65000 > 1e131000)',
  '$.n[*] ? (@ % 7e65000 > 1e131000)',
  '$.n[*] ? (@ + 0.1 < 1)',
  '$.n[*] ? (@ + 1 == @ + 1 && 1 == 2)',
  '$.n[*] ? ((@ + 0.5).floor() < 1)',
  '$.n[*] ? ($.n[@ + 0.5] == 1)',
];

test('a calculation costs its digits, and checks the deadline as often', () => {
  for (const path of calculations) {
    assert.match(inShort(answer(exponents, path, limited({ steps: 100_000 }))), /^57014 .* steps/, path);
    assert.ok(checks(path) >= 10, path);
  }
  const small = list('1.5e-16000', 1000);
  assert.match(inShort(answer(small, '$.n[*].floor()', limited({ steps: 100_000 }))), /^57014 .* steps/);
});

/** The number of checks of the deadline for ten elements. */
function checks(path: string): number {
  const budget = free();
  answer(list('1e131000', 10), path, budget);
  return budget.checks;
}

const unary = ['$.n[*] ? (@ == 1e131000)', '-$.n[*]', '$.n[*].abs()', '$.n[*].floor()', '$.n[*].ceiling()'];

test('a number with a large exponent keeps no digits in memory', () => {
  for (const text of unary) {
    const path = pathOf(text);
    const before = heapBytes();
    const found = evaluate(path, exponents, free());
    assert.ok(heapBytes() - before < 2_000_000, text);
    assert.equal(found.length, 1000, text);
  }
});

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('literals are as cheap as what is written', () => {
  const path = Array.from({ length: 200 }, () => '1 == 1e131000').join(' || ');
  assert.equal(inShort(answer(readJson('null'), path, limited({ steps: 1000 }))), '[false]');
});

test('a long text that is nearly a number is refused in linear time', () => {
  const text = readJson(`["${'1'.repeat(200_000)}x"]`);
  assert.match(inShort(answer(text, '$[0].double()')), /^22036 /);
  assert.match(inShort(answer(text, '$[0].double()', limited({ steps: 1000 }))), /^57014 /);
});

test('the ids of members cost the document, and stop in it', () => {
  assert.match(inShort(answer(exponents, '$.keyvalue().id')), /^\[0\]$/);
  assert.match(inShort(answer(exponents, '$.keyvalue().id', limited({ steps: 500 }))), /^57014 /);
  const twice = '$.keyvalue().id == $.keyvalue().id';
  assert.equal(inShort(answer(exponents, twice, limited({ steps: 1500 }))), '[true]', 'they cost it once');
  assert.match(inShort(answer(written, '$.keyvalue().id', limited({ steps: 10_000 }))), /^57014 /);
});
