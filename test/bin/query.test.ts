import assert from 'node:assert/strict';
import { test } from 'node:test';
import pico from 'picocolors';
import { syntaxError } from '../../bin/commands/query.ts';

const paint = pico.createColors(false);
const wrong = {
  valid: false,
  jsonpath: '',
  errorCode: 1,
  sqlState: '42601',
  reason: 'syntax error at column 11: expected a selector, found the end of the expression',
  sql: null,
  value: null,
};

test('a caret stands below the place of a syntax error', () => {
  assert.deepEqual(syntaxError('$.results[', wrong, paint), [
    '  $.results[',
    '            ^',
    'error syntax error at column 11: expected a selector, found the end of the expression',
  ]);
});

test('without a place, or over several lines, there is no caret', () => {
  const reason = 'took too many steps';
  assert.deepEqual(syntaxError('$..a', { ...wrong, reason }, paint), ['  $..a', 'error took too many steps']);
  assert.equal(syntaxError('$\n.a[', wrong, paint).length, 2);
});
