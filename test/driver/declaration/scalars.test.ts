import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '../../../lib/driver/declaration/field.ts';
import {
  anyNumber,
  count,
  positive,
  positiveInteger,
  positiveNumber,
  wholeNumber,
} from '../../../lib/driver/declaration/scalars.ts';
import { Findings } from '../../../lib/driver/document/problem.ts';

/** The reader of a field reports a wrong number, even if the document was not checked by a schema first. */

const rows: readonly (readonly [Field<number>, raw: unknown, expected: number | string])[] = [
  [anyNumber(''), '-1.5', -1.5],
  [anyNumber(''), 'ten', "must be a number, found 'ten'"],
  [wholeNumber(''), '-3', -3],
  [wholeNumber(''), '1.5', "must be a whole number from -2147483648 to 2147483647, found '1.5'"],
  [positive(positiveNumber, ''), '0.5', 0.5],
  [positive(positiveNumber, ''), '0', "must be a number above 0, found '0'"],
  [positive(positiveInteger, ''), '0', "must be a whole number of at least 1, found '0'"],
  [count(7, ''), '7', 7],
  [count(7, ''), '8', 'n must be a whole number from 1 to 7'],
  [count(7, ''), '0', 'n must be a whole number from 1 to 7'],
];
for (const [field, raw, expected] of rows)
  test(`${raw}: ${expected}`, () => {
    const findings = new Findings();
    const value = field.parse(raw, ['n'], { findings });
    assert.deepEqual([value, ...findings.list.map(({ message }) => message)].filter(Boolean), [expected]);
  });
