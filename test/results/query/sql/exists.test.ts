import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exists, readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import { answer, free, inShort, limited, pathOf } from './answer.ts';

const document = readJson('{"a":[1,2,{"b":null}],"s":"x","t":"12:00:00"}');

/**
 * Answers of `jsonb_path_exists(document, path, '{}', true)` in PostgreSQL 15.18. It returns NULL for an
 * error.
 */
const answers: readonly (readonly [path: string, exists: boolean])[] = [
  ['$', true],
  ['$.a', true],
  ['$.nope', false],
  ['$.a[*] ? (@ > 1)', true],
  ['$.a[*] ? (@ > 2)', false],
  ['$.a.b', true],
  ['$.s == "y"', true],
  ['$.s + 1', false],
  ['strict $.nope', false],
  ['strict $.a[*].b', false],
  ['strict $.a[2].b', true],
  ['strict $.a[9]', false],
  ['$.a[9]', false],
  ['1 / 0', false],
  ['-$.s', false],
  ['-$.a', true],
  ['$.s.datetime()', false],
];

test('a path exists when it finds an item, and errors find none', () => {
  for (const [text, expected] of answers)
    assert.equal(exists(pathOf(text), document, free()), expected, text);
});

/** In `exists`, a minus before a text gives no error when the path ends there. */
test('a sign of a text is nothing to a question, and an error when something is made of it', () => {
  const signs: readonly (readonly [path: string, answer: string])[] = [
    ['$ ? (exists(-@.s)).s', '[]'],
    ['$ ? ((exists(-@.s)) is unknown).s', '[]'],
    ['$ ? ((exists((-@.s).abs())) is unknown).s', '["x"]'],
    ['$ ? (exists(-@.a)).s', '["x"]'],
    ['-$.s', '2203B operand of unary jsonpath operator - is not a numeric value'],
    ['(-$.s).abs()', '2203B operand of unary jsonpath operator - is not a numeric value'],
  ];
  for (const [path, expected] of signs) assert.equal(inShort(answer(document, path)), expected, path);
});

/** PostgreSQL 15.18: an error in a condition is unknown, whatever other elements of the array are. */
test('an error at one element of a range ends the range and the ranges after it', () => {
  const mixed = readJson('{"a":["x",1,2],"c":[1,"x",2],"b":7}');
  const ranges: readonly (readonly [path: string, answer: string])[] = [
    ['$ ? (@.a[0 to 2].double() > 0).b', '[]'],
    ['$ ? ((@.a[0 to 2].double() > 0) is unknown).b', '[7]'],
    ['$ ? (@.a[0, 1].double() > 0).b', '[]'],
    ['$ ? ((@.a[0, 1 to 2].double() > 0) is unknown).b', '[7]'],
    ['$ ? (@.c[0 to 2].double() > 0).b', '[]'],
    ['$ ? (@.c[0].double() > 0).b', '[7]'],
    ['$ ? (@.c[1 to 2].double() > 0).b', '[]'],
    ['strict $ ? (@.c[0 to 2].double() > 0).b', '[]'],
  ];
  for (const [path, expected] of ranges) assert.equal(inShort(answer(mixed, path)), expected, path);
});

test('the first item ends the search', () => {
  const many = readJson(JSON.stringify(Array.from({ length: 100_000 }, () => 1)));
  assert.equal(exists(pathOf('$[*]'), many, limited({ steps: 100 })), true);
});

test('an unknown variable and a needed time zone are errors all the same', () => {
  assert.throws(() => exists(pathOf('$.a == $x'), document, free()), { sqlState: '42704' });
  assert.throws(() => exists(pathOf('$.t.datetime() == "12:00:00+00".datetime()'), document, free()), {
    sqlState: '0A000',
  });
});
