import assert from 'node:assert/strict';
import { test } from 'node:test';
import { column, count, data, time } from '../../../lib/report/wrk/units.ts';

test('the next unit begins at 85 % of it, and times end at minutes', () => {
  for (const [text, expected] of [
    [time(0), '0.00us'],
    [time(849_994), '849.99us'],
    [time(850_000), '0.85ms'],
    [time(999_999_999), '1000.00ms'],
    [time(1e9), '1.00s'],
    [time(50.99e9), '50.99s'],
    [time(51e9), '0.85m'],
    [time(36_000e9), '600.00m'],
    [count(849), '849.00'],
    [count(850), '0.85k'],
    [count(1_234_567), '1.23M'],
    [data(870), '870.00B'],
    [data(871), '0.85KB'],
    [data(3.69 * 1024 ** 2), '3.69MB'],
    [data(2 * 1024 ** 4), '2.00TB'],
  ] as const)
    assert.equal(text, expected);
});

test('digits of a column end at one place, with a unit of no, one or two letters', () => {
  assert.deepEqual(
    ['1.00', '1.00k', '1.00ms'].map((text) => column(text, 10)),
    ['    1.00  ', '    1.00k ', '    1.00ms'],
  );
});
