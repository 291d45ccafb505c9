import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shortNumber } from '../../../lib/web/json/scientific-notation.ts';

test('a long number is short and nearly the same', () => {
  const zeros = '0'.repeat(300);
  assert.equal(shortNumber(`1${zeros}`), '1e300');
  assert.equal(shortNumber(`-12345678901234567890${zeros}.5`), '-1.23456789012345e319');
  assert.equal(shortNumber(`0.${zeros}15`), '1.5e-301');
  assert.equal(shortNumber(`0.${zeros}`), '0');
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const digits = value.toFixed(100);
      const short = shortNumber(digits);
      assert.ok(short.length <= 24, short);
      assert.ok(Math.abs(Number(short) - Number(digits)) <= Math.abs(Number(digits)) * 1e-14, short);
    }),
  );
});

test('a number of few characters stays as it is written', () => {
  for (const text of ['0', '-1.50', '12345678901234567890.10', '1e400', '9007199254740993'])
    assert.equal(shortNumber(text), text);
});
