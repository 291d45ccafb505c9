import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import { calculate } from '../../../../lib/results/query/sql/values/arithmetic.ts';
import {
  compareNumbers,
  type JsonNumber,
  numberOfLiteral,
  numberOfToken,
} from '../../../../lib/results/query/sql/values/decimal.ts';
import { answer, inShort } from './answer.ts';

const document = readJson('{"n":[1.50,1e3,9007199254740993,-0.0,0.30],"big":1e131071,"tiny":1e-16383}');

const notDouble =
  '22036 string argument of jsonpath item method .double() is not a valid representation of a double precision number';
const tooFar =
  '22036 numeric argument of jsonpath item method .double() is out of range for type double precision';

/** Paths that calculate, with the answers of PostgreSQL 15.18. */
const answers: readonly (readonly [path: string, answer: string])[] = [
  ['0.1 + 0.2', '[0.3]'],
  ['1.50 + 1', '[2.50]'],
  ['1.50 * 2', '[3.00]'],
  ['1.50 - 1.5', '[0.00]'],
  ['10 / 4', '[2.5000000000000000]'],
  ['1 / 3', '[0.33333333333333333333]'],
  ['2 / 3', '[0.66666666666666666667]'],
  ['1 / 7000000', '[0.000000142857142857142857]'],
  ['100000 / 3', '[33333.333333333333]'],
  ['1e20 / 7', '[14285714285714285714]'],
  ['5 / 0.001', '[5000.0000000000000000]'],
  ['0 / 5', '[0.00000000000000000000]'],
  ['-7 / 2', '[-3.5000000000000000]'],
  ['-10 % 4', '[-2]'],
  ['10 % -4', '[2]'],
  ['5.5 % 2', '[1.5]'],
  ['1.0 % 0.30', '[0.10]'],
  ['9007199254740993 + 1', '[9007199254740994]'],
  ['9007199254740993 * 9007199254740993', '[81129638414606699710187514626049]'],
  ['99999999 * 99999999', '[9999999800000001]'],
  ['-0', '[0]'],
  ['1e-7', '[0.0000001]'],
  ['1e3', '[1000]'],
  ['1.e2', '[100]'],
  ['.5', '[0.5]'],
  ['1e131071 * 10', '22003 value overflows numeric format'],
  ['1e400000', '22003 value overflows numeric format'],
  ['$.n[2] == 9007199254740992', '[false]'],
  ['$.n[2] > 9007199254740992', '[true]'],
  ['$.n[*] ? (@ == 0.3)', '[0.30]'],
  ['$.n', '[[1.50, 1000, 9007199254740993, 0.0, 0.30]]'],
  ['-$.n[3]', '[0.0]'],
  ['$.n[0].floor()', '[1]'],
  ['(-1.5).floor()', '[-2]'],
  ['(-1.5).ceiling()', '[-1]'],
  ['(-0.5).ceiling()', '[0]'],
  ['(-1.50).abs()', '[1.50]'],
  ['"1e3".double()', '[1000]'],
  ['"0x1F".double()', '[31]'],
  ['"0x1p-3".double()', '[0.125]'],
  ['"12345678901234567890".double()', '[12345678901234600000]'],
  ['"0.1000000000000000055".double()', '[0.1]'],
  ['" 7 ".double()', '[7]'],
  ['"7 x".double()', notDouble],
  ['"1e-400".double()', notDouble],
  ['"inf".double()', notDouble],
  ['$.tiny.double()', tooFar],
  ['$.big.double()', tooFar],
  ['$.n[1.99999999999999999999]', '[1000]'],
  ['1 / 0', '22012 division by zero'],
  ['1 % 0', '22012 division by zero'],
  ['$.n[*] ? (1 / 0 == 1)', '[]'],
];

test('numbers keep their digits and are calculated as decimals', () => {
  for (const [path, expected] of answers) assert.equal(inShort(answer(document, path)), expected, path);
});

type Parts = { readonly coefficient: bigint; readonly scale: number };

/** Decimals of a few digits and of many, with zeros at their ends. */
const decimals = fc
  .record({
    coefficient: fc.oneof(fc.bigInt(-1000n, 1000n), fc.bigInt(-(10n ** 40n), 10n ** 40n)),
    scale: fc.oneof(fc.constant(0), fc.nat(6), fc.nat(50)),
  })
  .map((parts) => ({ ...parts, number: numberOfToken(textOf(parts)) }));

function textOf({ coefficient, scale }: Parts): string {
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const sign = coefficient < 0n ? '-' : '';
  return sign + whole + (scale === 0 ? '' : `.${digits.slice(digits.length - scale)}`);
}

const at = ({ coefficient, scale }: Parts, target: number): bigint =>
  coefficient * 10n ** BigInt(target - scale);

test('sums, differences, products and remainders are exact', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const scale = Math.max(a.scale, b.scale);
      const same = (operator: '+' | '-' | '*' | '%', expected: Parts): void =>
        assert.equal(String(calculate(operator, a.number, b.number)), textOf(expected));
      same('+', { coefficient: at(a, scale) + at(b, scale), scale });
      same('-', { coefficient: at(a, scale) - at(b, scale), scale });
      same('*', { coefficient: a.coefficient * b.coefficient, scale: a.scale + b.scale });
      if (b.coefficient !== 0n) same('%', { coefficient: at(a, scale) % at(b, scale), scale });
    }),
  );
});

test('a quotient is off by half of its last digit at most', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      fc.pre(b.coefficient !== 0n);
      const quotient = partsOfText(String(calculate('/', a.number, b.number)));
      // Let q be the rounded quotient. The exact quotient differs from q by at most half a unit of the last
      // digit: |q * b - a| * 2 <= |b| * unit.
      const scale = quotient.scale + Math.max(a.scale, b.scale);
      const product = at(
        { coefficient: quotient.coefficient * b.coefficient, scale: quotient.scale + b.scale },
        scale,
      );
      const rest = product - at(a, scale);
      const unit = at({ coefficient: b.coefficient, scale: b.scale + quotient.scale }, scale);
      assert.ok(magnitude(rest) * 2n <= magnitude(unit));
    }),
  );
});

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

function partsOfText(text: string): Parts {
  const [whole = '', fraction = ''] = text.split('.');
  return { coefficient: BigInt(whole + fraction), scale: fraction.length };
}

test('numbers are ordered by their digits, however they are kept', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const scale = Math.max(a.scale, b.scale);
      const difference = at(a, scale) - at(b, scale);
      const expected = difference < 0n ? -1 : difference > 0n ? 1 : 0;
      assert.equal(compareNumbers(a.number, b.number), expected);
    }),
  );
});

test('a number is printed as it was written', () => {
  fc.assert(
    fc.property(decimals, (decimal) => {
      fc.pre(decimal.coefficient !== 0n);
      assert.equal(String(decimal.number), textOf(decimal));
    }),
  );
});

test('a double represents a number only when it prints the same digits', () => {
  const kept: readonly JsonNumber[] = ['8.95', '-1', '0.000001', '123456789012345', '1.7976931348623157'].map(
    numberOfToken,
  );
  assert.ok(kept.every((value) => typeof value === 'number'));
  const whole = ['1.50', '1e3', '-0', '9007199254740993', '1e21', '1e+21', '5e-7', '0.0000001'].map(
    numberOfToken,
  );
  assert.ok(whole.every((value) => typeof value !== 'number'));
  assert.equal(numberOfLiteral('1.'), 1);
});
