import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orElse, required, requiredOf, under, withDefault } from '../../../lib/driver/declaration/field.ts';
import { anyNumber } from '../../../lib/driver/declaration/scalars.ts';

test('a document must write the members that are required and have no default', () => {
  const number = anyNumber('A number.');
  const fields = {
    must: required(number),
    may: number,
    shown: withDefault(1, number),
    hidden: orElse(1, number),
    group: under('inner', required(number)),
    filled: under('other', withDefault(1, number)),
  };
  assert.deepEqual(requiredOf(fields), ['must', 'inner']);
});
