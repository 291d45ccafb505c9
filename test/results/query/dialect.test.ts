import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Dialect, dialectOf } from '../../../lib/results/query/dialect.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { parseJsonPath } from '../../../lib/results/query/jsonpath/json-path.ts';
import { filterQuery } from '../../../lib/results/query/query-document.ts';
import { QueryError } from '../../../lib/results/query/query-error.ts';
import { parseSqlJsonPath } from '../../../lib/results/query/sql/sql-json-path.ts';

/**
 * The query language in which an expression runs: by default, and when SQL/JSON path is the common language.
 */
const rows: readonly (readonly [expression: string, byDefault: Dialect, withSql: Dialect])[] = [
  // Expressions that are valid in both languages run in the language that is set as the common one.
  ['$', 'jsonpath', 'sql'],
  ['$.name', 'jsonpath', 'sql'],
  ['$.a.b[*].c', 'jsonpath', 'sql'],
  ['$.*', 'jsonpath', 'sql'],
  ['$[0]', 'jsonpath', 'sql'],
  ['$[-1]', 'jsonpath', 'sql'],
  ['$[0,1]', 'jsonpath', 'sql'],
  ['$ .a', 'jsonpath', 'sql'],
  ['$.results.length', 'jsonpath', 'sql'],
  // A subtraction in one language is a name in the other. `^` and `~` may be part of a name in SQL/JSON path.
  ['$.a-1', 'jsonpath', 'sql'],
  ['$.a^', 'jsonpath', 'sql'],
  ['$.a~', 'jsonpath', 'sql'],
  // Expressions that are valid only in JSONPath.
  ["$['a']", 'jsonpath', 'jsonpath'],
  ['$..a', 'jsonpath', 'jsonpath'],
  ['$[1:2]', 'jsonpath', 'jsonpath'],
  ['$[?@.a]', 'jsonpath', 'jsonpath'],
  ['$[?(@.a > 1)]', 'jsonpath', 'jsonpath'],
  ['$.$schema', 'jsonpath', 'jsonpath'],
  ['$.spring-native', 'jsonpath', 'jsonpath'],
  ['$.2xx', 'jsonpath', 'jsonpath'],
  ['$.a@string()', 'jsonpath', 'jsonpath'],
  // Expressions that are valid in SQL/JSON path too, but always fail there.
  ['$["a"]', 'jsonpath', 'jsonpath'],
  ['$.b["a","b"].c', 'jsonpath', 'jsonpath'],
  // Expressions that are valid only in SQL/JSON path.
  ['lax $.a', 'sql', 'sql'],
  ['strict $.a', 'sql', 'sql'],
  [' $.a', 'sql', 'sql'],
  ['$.a ? (@ > 1)', 'sql', 'sql'],
  ['$.a?(@ > 1)', 'sql', 'sql'],
  ['$.**', 'sql', 'sql'],
  ['$."a b"', 'sql', 'sql'],
  ["$.'a'", 'sql', 'sql'],
  ['$.a.size()', 'sql', 'sql'],
  ['$[last]', 'sql', 'sql'],
  ['$[0 to 1]', 'sql', 'sql'],
  ['$.a - 1', 'sql', 'sql'],
  ['$.a == 1', 'sql', 'sql'],
  ['exists($.a)', 'sql', 'sql'],
  ['-$.a', 'sql', 'sql'],
  ['$x', 'sql', 'sql'],
  ['1', 'sql', 'sql'],
];

test('syntax that only one grammar knows decides; the setting decides the rest', () => {
  for (const [text, byDefault, withSql] of rows) {
    assert.equal(dialectOf(text).dialect, byDefault, text);
    assert.equal(dialectOf(text, 'jsonpath').dialect, byDefault, text);
    assert.equal(dialectOf(text, 'sql').dialect, withSql, text);
    assert.ok(!('error' in dialectOf(text)), text);
  }
});

test('the setting matters for no other expression than those that both grammars accept', () => {
  const part = fc.constantFrom(
    ...[
      '.a',
      '.*',
      '[*]',
      '[0]',
      '["a"]',
      "['a']",
      '..b',
      ' ? (@ > 1)',
      '[?@ > 1]',
      '.**',
      '[last]',
      '.size()',
    ],
    ...['^', '~', '-1', ' ', '.', '[', ')', '"', '== 1', '@string()', '$', 'lax '],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const text = `$${parts.join('')}`;
      const isJsonPath = 'segments' in parseJsonPath(text);
      const isSql = !(parseSqlJsonPath(text) instanceof QueryError);
      const [one, other] = [dialectOf(text, 'jsonpath'), dialectOf(text, 'sql')];
      assert.equal('error' in one, !isJsonPath && !isSql);
      if (!isJsonPath || !isSql) assert.deepEqual(one.dialect, other.dialect);
      else assert.equal(one.dialect, 'jsonpath');
    }),
    { numRuns: 2000 },
  );
});

/**
 * Expressions that are valid in neither language. The reported error is that of the parser that accepted more
 * of the text. Columns: its language, the position, the SQLSTATE and a part of the reason.
 */
const refused: readonly (readonly [string, Dialect, number, string, RegExp])[] = [
  ['$.results[?(@.x ==)]', 'jsonpath', 18, '42601', /column 19: expected a path .* \(read as JSONPath\)$/],
  [
    '$.a ? (@.x ==)',
    'sql',
    13,
    '42601',
    /^syntax error at or near "\)" .* \(read as SQL\/JSON path, column 14\)$/,
  ],
  ['$.a ? (@.x like_regex "(")', 'sql', 22, '2201B', /^invalid regular expression: .* \(read as SQL/],
  ['$.a ? (@.x like_regex "a" flag "y")', 'sql', 22, '42601', /Unrecognized flag character "y"/],
  ['$[?(/(/.test(@))]', 'jsonpath', 4, '2201B', /cannot be compiled.*\(read as JSONPath\)$/],
  ['lax $.a[', 'sql', 8, '42601', /^syntax error at end of jsonpath input/],
  ['strict', 'sql', 6, '42601', /^syntax error at end of jsonpath input/],
  ['$.a.b.', 'jsonpath', 6, '42601', /expected a name or "\*" after "\."/],
  ['name', 'jsonpath', 0, '42601', /expected "\$", the root of the document, found "name"/],
  ['^.a', 'jsonpath', 0, '42601', /"\^" means the parent of the path before it, and the root has no parent/],
  ['$.1', 'jsonpath', 2, '42601', /write \[1\] for an element, \['1'\] for a member/],
  ['', 'jsonpath', 0, '22P02', /^the expression is empty/],
  [' \n', 'jsonpath', 0, '22P02', /^the expression is empty/],
  // Expressions that resemble one language, although the parser of the other language accepted more of the
  // text. The error is in the language that they resemble.
  [`$.*[(@path === "$['b']")]`, 'jsonpath', 4, '42601', /\(read as JSONPath\)$/],
  ['$.`*', 'jsonpath', 2, '42601', /^syntax error at column 3: expected a name/],
  ['$.a[?(@.b = 1)]', 'jsonpath', 10, '42601', /column 11: expected "==" to compare/],
  ['$.a[*].size() ? (@.b === "[?(")', 'sql', 23, '42601', /read as SQL\/JSON path, column \d+\)$/],
  [`$${'.a'.repeat(5000)}`, 'jsonpath', 0, '54001', /at most 4096 characters, and this expression has 10001/],
  [`$ ? (${'!('.repeat(1000)}`, 'sql', 0, '54001', /nested/],
  [`$ ? (${'!('.repeat(1000)}@..a`, 'sql', 0, '54001', /nested/],
];

test('a text of neither dialect is rejected with the mistake of its author', () => {
  for (const [text, dialect, at, sqlState, reason] of refused) {
    for (const common of ['jsonpath', 'sql'] as const) {
      const problem = dialectOf(text, common);
      assert.ok('error' in problem, text);
      const { error } = problem;
      const shown = `${text.slice(0, 50)}: ${error.message}`;
      assert.deepEqual([problem.dialect, error.sqlState, error.position], [dialect, sqlState, at], shown);
      assert.match(error.message, reason, shown);
    }
  }
});

test('a common path that is too long for JSONPath does not change its meaning', () => {
  const text = `$${'.a'.repeat(100)}`;
  const problem = dialectOf(text);
  assert.ok('error' in problem && problem.error.sqlState === '54001' && problem.dialect === 'jsonpath');
  assert.ok(!('error' in dialectOf(text, 'sql')) && !('error' in dialectOf(`lax ${text}`)));
});

test('an answer tells its dialect, and a refusal its place', () => {
  const document = Document.of({ results: [{ v: 1 }, { v: 2 }] });
  const ask = (text: string, common?: Dialect) =>
    filterQuery(text, { array: true, now: () => 0, common }, document);
  const { dialect, result } = ask('$.results.v');
  assert.deepEqual([dialect, result.value], ['jsonpath', '[]']);
  assert.deepEqual(
    [ask('$.results.v', 'sql').result.value, ask('$.results.v', 'sql').dialect],
    ['[1, 2]', 'sql'],
  );
  assert.deepEqual([ask('lax $.results.v').result.value, ask('lax $.results.v').dialect], ['[1, 2]', 'sql']);
  const wrong = ask('$.results[');
  assert.deepEqual([wrong.dialect, wrong.at, wrong.result.sqlState], ['jsonpath', 10, '42601']);
  const failed = ask('strict $.nope');
  assert.deepEqual([failed.dialect, failed.result.sqlState, failed.at], ['sql', '2203A', undefined]);
});

test('an expression with a regular expression is parsed once', () => {
  const text = 'strict $.a ? (@ like_regex "^b")';
  assert.equal(dialectOf(text), dialectOf(text));
});
