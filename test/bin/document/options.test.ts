import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedOption, shardsOption } from '../../../bin/document/read-document.ts';

test('numbers of a command line are whole and within their bounds', () => {
  const parse = shardsOption().parseArg!;
  assert.deepEqual([parse('1', undefined), parse('10000', undefined)], [1, 10_000]);
  for (const wrong of ['0', '10001', '1.5', '-1', 'x', ''])
    assert.throws(() => parse(wrong, undefined), /a whole number, from 1 to 10000\./);
  assert.equal(seedOption().parseArg!('0', undefined), 0);
});
