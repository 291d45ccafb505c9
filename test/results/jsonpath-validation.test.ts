import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateJsonPath } from '../../lib/results/jsonpath-validation.ts';

const checked = (text: string, common?: 'sql') =>
  validateJsonPath(text, { now: () => performance.now(), common });

test('an expression of either dialect is valid, whatever an empty object makes of it', () => {
  const rows: [text: string, dialect: string][] = [
    ['$', 'jsonpath'],
    ['$.a[?(@.b > 1)]', 'jsonpath'],
    ['$..a', 'jsonpath'],
    ['lax $.a', 'sql'],
    ['$.a ? (@ > 1)', 'sql'],
    // Errors that depend on the document: with another document, the same expression would have none.
    ['strict $.a', 'sql'],
    ['strict $[5]', 'sql'],
    ['$.a + 1', 'sql'],
    ['$.size() / ($.size() - 1)', 'sql'],
    ['$.double()', 'sql'],
  ];
  for (const [text, dialect] of rows) {
    assert.deepEqual(checked(text), {
      validation: { valid: true, jsonpath: text, errorCode: 0, sqlState: null, reason: null, sql: null },
      dialect,
    });
  }
});

test('a text that is no expression, or fails on every document, has a state and a reason', () => {
  const rows: [text: string, sqlState: string, reason: RegExp][] = [
    ['$.', '42601', /column 3|end of jsonpath input/],
    ['$.results[', '42601', /column 11: expected a selector/],
    ['', '22P02', /empty/],
    ['@.a', '42601', /expected "\$"/],
    ['lax $.a ? (', '42601', /end of jsonpath input/],
    ['$ ? (@ like_regex "(")', '2201B', /parentheses/],
    ['$x', '42704', /variable "x"/],
    [`$.${'a'.repeat(5000)}`, '54001', /at most 4096 characters/],
  ];
  for (const [text, sqlState, reason] of rows) {
    const { validation } = checked(text);
    assert.deepEqual(
      { ...validation, reason: null },
      { valid: false, jsonpath: text, errorCode: 1, sqlState, reason: null, sql: null },
    );
    assert.match(validation.reason ?? '', reason);
  }
});

test('a deployment chooses what both dialects accept', () => {
  assert.equal(checked('$.a').dialect, 'jsonpath');
  assert.equal(checked('$.a', 'sql').dialect, 'sql');
});
