import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completionOf, nameInPath } from '../../lib/results/run-search/completion.ts';

/** Texts that a user is typing, each with the path and the prefix that the completion must find. */

const rows: readonly (readonly [text: string, path: string, prefix: string])[] = [
  ['$', '$', ''],
  ['$.', '$', ''],
  ['$.info', '$', 'info'],
  ['$.info.', '$.info', ''],
  ['lax $.a.b', 'lax $.a', 'b'],
  ['$.a[*].b', '$.a[*]', 'b'],
  ['$."a.b".c', '$."a.b"', 'c'],
  ['$.a."b c', '$.a', 'b c'],
  ['$.a."b.c', '$.a', 'b.c'],
  ['$.a."b.c"', '$.a', 'b.c'],
  ['$.a."b.c\\"d', '$.a', 'b.c"d'],
  ['$.a."b\\\\"', '$.a', 'b\\'],
  ['$.a."b\\', '$.a', 'b'],
  ['@', '$.**', ''],
  ['@.p99', '$.**', 'p99'],
  ['@.stats.p', '$.**.stats', 'p'],
  ['thro', '$.**', 'thro'],
  ['stats.p', '$.**.stats', 'p'],
  ['  $.a', '$', 'a'],
];

for (const [text, path, prefix] of rows)
  test(`${text} is completed by names of ${path} that begin with '${prefix}'`, () => {
    const expression = `${path} ? (@.type() == "object").keyvalue().key`;
    assert.deepEqual(completionOf(text), { expression, prefix });
  });

test('a blank text and several words are completed by nothing', () => {
  for (const text of ['', '  ', 'a b', 'a,b', 'a OR b']) assert.equal(completionOf(text), undefined, text);
});

test('names that a path cannot contain literally are quoted', () => {
  assert.deepEqual(['p99', 'build-id', 'a b', 'ü', 'say "x"', ''].map(nameInPath), [
    ...['p99', 'build-id', '"a b"', '"ü"', '"say \\"x\\""', '""'],
  ]);
});
