import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { QueryError } from '../../../../lib/results/query/query-error.ts';
import { parseSqlJsonPath, readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import { answer, inShort } from './answer.ts';

const document = readJson('{"a":[1,2,{"b":3}],"s":"x","é":{"last":1},"size":2}');

/** Paths that PostgreSQL 15.18 accepts, with its answers. */
const accepted: readonly (readonly [path: string, array: string])[] = [
  ['$', '[{"a": [1, 2, {"b": 3}], "s": "x", "é": {"last": 1}, "size": 2}]'],
  [' lax $.s ', '["x"]'],
  ['STRICT $.s', '["x"]'],
  ['$.a /* comment */ [0]', '[1]'],
  ['$.a [ 0 , last ]', '[1, {"b": 3}]'],
  ['$.LAST', '[]'],
  ['$.a[LAST]', '[{"b": 3}]'],
  ['$.size', '[2]'],
  ['$.a.size ( )', '[3]'],
  ['$.\\s', '["x"]'],
  ['$."\\u0073"', '["x"]'],
  ['$.é."\\x6cast"', '[1]'],
  ['$.**{1}.b', '[3]'],
  ['$.**{1 to last}.b', '[3, 3]'],
  ['$.**{last to 1}', '[]'],
  ['($.a[0] == 1).type()', '["boolean"]'],
  ['(exists($.a)) is unknown', '[false]'],
  ['!exists($.a)', '[false]'],
  ['-(-(1))', '[1]'],
  ['1. + .5', '[1.5]'],
  ['$. 1é', '[]'],
  ['"\\ud83d\\ude00"', '["😀"]'],
  ['$.s starts with "x"', '[true]'],
  ['$?(@.s<>"y").s', '["x"]'],
  ['"\\q"', '["q"]'],
];

/**
 * Paths that PostgreSQL 15.18 rejects, with its errors. When no blank follows a wrong name, PostgreSQL writes
 * "at end of jsonpath input", although the name may be anywhere.
 */
const refused: readonly (readonly [path: string, error: string])[] = [
  ['$.a/* comment */.b', '42601 syntax error at or near "." of jsonpath input'],
  ['$.', '42601 syntax error at end of jsonpath input'],
  ['$..a', '42601 syntax error at or near "." of jsonpath input'],
  ['$.a.', '42601 syntax error at end of jsonpath input'],
  ['$.a[', '42601 syntax error at end of jsonpath input'],
  ['$.a[]', '42601 syntax error at or near "]" of jsonpath input'],
  ['$.a[1:2]', '42601 syntax error at or near ":" of jsonpath input'],
  ['$.a[0', '42601 syntax error at end of jsonpath input'],
  ['$.a ? @.b == 1', '42601 syntax error at or near "@" of jsonpath input'],
  ['$.a ? (@.b)', '42601 syntax error at or near ")" of jsonpath input'],
  ['$.a ? (@.b = 1)', '42601 syntax error at or near "=" of jsonpath input'],
  ['$.a ? (@.b == 1', '42601 syntax error at end of jsonpath input'],
  ['$.a ? (@.b == 1 and 1 == 1)', '42601 syntax error at or near " " of jsonpath input'],
  ['$.a ? (@.b is unknown)', '42601 syntax error at or near " " of jsonpath input'],
  ['$.a{1}', '42601 syntax error at or near "{" of jsonpath input'],
  ['$.**{-1}', '42601 syntax error at or near "-" of jsonpath input'],
  ['$.**{99999999999}', '22003 value "99999999999" is out of range for type integer'],
  ['$.s  name', '42601 syntax error at end of jsonpath input'],
  ['$.a "b"', '42601 syntax error at or near """ of jsonpath input'],
  ['1.5é', '42601 trailing junk after numeric literal at or near "1.5é" of jsonpath input'],
  ['1é', '42601 syntax error at end of jsonpath input'],
  ['$.a, $.b', '42601 syntax error at or near "," of jsonpath input'],
  ['$.foo()', '42601 syntax error at or near "(" of jsonpath input'],
  ['$.s.size(1)', '42601 syntax error at or near "1" of jsonpath input'],
  ['$.s.datetime(5)', '42601 syntax error at or near "5" of jsonpath input'],
  ['$.s.string()', '42601 syntax error at or near "(" of jsonpath input'],
  ["$.a['b']", '42601 syntax error at end of jsonpath input'],
  ['$.a && $.s', '42601 syntax error at or near "&&" of jsonpath input'],
  ['1 == 1 == 1', '42601 syntax error at or near "==" of jsonpath input'],
  ['(1 == 1) + 2', '42601 syntax error at or near "+" of jsonpath input'],
  ['1 + (1 == 1) is unknown', '42601 syntax error at or near " " of jsonpath input'],
  ['!($.a == 1) is unknown', '42601 syntax error at or near " " of jsonpath input'],
  ['exists($.a).type()', '42601 syntax error at or near "." of jsonpath input'],
  ['exists(1 == 1)', '42601 syntax error at or near "==" of jsonpath input'],
  ['exists((1 == 1))', '42601 syntax error at or near ")" of jsonpath input'],
  ['!(1)', '42601 syntax error at or near ")" of jsonpath input'],
  ['! $.a', '42601 syntax error at or near "$" of jsonpath input'],
  ['true && 1 == 1', '42601 syntax error at or near "&&" of jsonpath input'],
  ['TRUE', '42601 syntax error at end of jsonpath input'],
  ['Foo', '42601 syntax error at end of jsonpath input'],
  ["'abc'", '42601 syntax error at end of jsonpath input'],
  ['lax', '42601 syntax error at end of jsonpath input'],
  ['@', '42601 @ is not allowed in root expressions'],
  ['@.a', '42601 @ is not allowed in root expressions'],
  ['last', '42601 LAST is allowed only in array subscripts'],
  ['$.a[@]', '42601 @ is not allowed in root expressions'],
  ['$.a[last] ? (last == 1)', '42601 LAST is allowed only in array subscripts'],
  ['$.s starts with 5', '42601 syntax error at or near "5" of jsonpath input'],
  ['$.s like_regex x', '42601 syntax error at end of jsonpath input'],
  ['01', '42601 trailing junk after numeric literal at or near "01" of jsonpath input'],
  ['1e', '42601 trailing junk after numeric literal at or near "1e" of jsonpath input'],
  ['1e+', '42601 invalid numeric literal at or near "1e+" of jsonpath input'],
  ['1.a', '42601 trailing junk after numeric literal at or near "1.a" of jsonpath input'],
  ['1..2', '42601 syntax error at or near ".2" of jsonpath input'],
  ['"abc', '42601 unexpected end of quoted string at end of jsonpath input'],
  ['$"x', '42601 unexpected end of quoted string at end of jsonpath input'],
  ['$.s /* open', '42601 unexpected end of comment at end of jsonpath input'],
  ['"\\u12"', '42601 invalid unicode sequence at or near "\\u12" of jsonpath input'],
  ['"\\u0000"', '22P05 unsupported Unicode escape sequence'],
  ['"\\ud800"', '22P02 invalid input syntax for type jsonpath'],
  ['"\\u{110000}"', '42601 invalid Unicode code point'],
  ['"\\xz"', '42601 invalid hex character sequence at or near "\\x" of jsonpath input'],
  ['"a\\', '42601 unexpected end after backslash at or near "\\" of jsonpath input'],
  ['$x', '42704 could not find jsonpath variable "x"'],
  ['$"a b"', '42704 could not find jsonpath variable "a b"'],
  ['$ ? (@.nope == $x)', '42704 could not find jsonpath variable "x"'],
  ['$ ? (@.s == $x)', '42704 could not find jsonpath variable "x"'],
  ['1 = 2', '42601 syntax error at or near "=" of jsonpath input'],
  ['1 & 2', '42601 syntax error at or near "&" of jsonpath input'],
  ['#', '42601 syntax error at or near "#" of jsonpath input'],
  ['.a', '42601 syntax error at or near "." of jsonpath input'],
];

test('paths of PostgreSQL are accepted, and find the same', () => {
  for (const [path, array] of accepted) assert.equal(inShort(answer(document, path)), array, path);
});

test('paths that PostgreSQL rejects are rejected with its message', () => {
  for (const [path, error] of refused) assert.equal(inShort(answer(document, path)), error, path);
});

/**
 * Paths that PostgreSQL 15 rejects and PostgreSQL 16 accepts. Downpour accepts them too, but new keywords of
 * 16 remain names.
 */
const newer: readonly (readonly [path: string, answer: string])[] = [
  ['$.a[0x1]', '[2]'],
  ['0b101 + 0o17 + 0XfF', '[275]'],
  ['1_000_000', '[1000000]'],
  ['0xffffffffffffffffff', '[4722366482869645213695]'],
  ['$. 0x1', '[]'],
  ['1_000.2_5 - .2_5', '[1000.00]'],
  ['1_0e1_0', '[100000000000]'],
  ['1_0.5e-1_0', '[0.00000000105]'],
  ['1_.5', '42601 trailing junk after numeric literal at or near "1_" of jsonpath input'],
  ['1_0.5_', '42601 trailing junk after numeric literal at or near "1_0.5_" of jsonpath input'],
  ['0x', '42601 trailing junk after numeric literal at or near "0x" of jsonpath input'],
  ['1__0', '42601 syntax error at end of jsonpath input'],
  ['\\1', '42601 syntax error at end of jsonpath input'],
  ['0b12', '42601 syntax error at end of jsonpath input'],
];

test('numbers may be written as PostgreSQL 16 writes them', () => {
  for (const [path, expected] of newer) assert.equal(inShort(answer(document, path)), expected, path);
});

/** The offset of the mistake, which PostgreSQL does not report. */
const places: readonly (readonly [path: string, position: number])[] = [
  ['$.a ? (@.b)', 10],
  ['$.s  name', 5],
  ['$.a.', 4],
  ['$.a[last] ? (last == 1)', 13],
  ['$.a[@]', 4],
  ['$.a + 1.x', 6],
  ['$."\\u12"', 3],
  ['$.s /* open', 11],
  ['$.s like_regex "("', 15],
  ['$.**{99999999999}', 5],
  ['$.a\0', 3],
];

test('a refusal knows its place', () => {
  for (const [path, position] of places) {
    const refusal = parseSqlJsonPath(path);
    assert.ok(refusal instanceof QueryError, path);
    assert.equal(refusal.position, position, path);
  }
});

test('an expression that is too long or nested too deeply is refused before it costs anything', () => {
  const deep = `${'('.repeat(40)}$${')'.repeat(40)}`;
  for (const path of [deep, `$${'.a'.repeat(3000)}`, `${'-'.repeat(50)}1`, `$${' ? (@'.repeat(50)}`]) {
    const refusal = parseSqlJsonPath(path);
    assert.ok(refusal instanceof QueryError && refusal.sqlState === '54001', path.slice(0, 20));
  }
});

test('any text is a path or is refused, and nothing else happens', () => {
  const pieces = [
    '$',
    '.',
    'a',
    '[',
    ']',
    '(',
    ')',
    '?',
    '@',
    '*',
    '"',
    '\\',
    '1',
    'last',
    ' to ',
    '==',
    '/*',
    '\ud83d',
  ];
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const path = parseSqlJsonPath(text);
      assert.ok(path instanceof QueryError ? /^\w{5}$/.test(path.sqlState) : path.root.kind.length > 0);
    }),
  );
});
