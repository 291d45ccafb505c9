import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Dialect, dialectOf } from '../../../lib/results/query/dialect.ts';
import { parseJsonPath } from '../../../lib/results/query/jsonpath/json-path.ts';
import { QueryError } from '../../../lib/results/query/query-error.ts';

// Malformed expressions. jsonpath-plus would reject a third of them, find nothing for a third, and answer the
// rest with values.

const root = '"$", the root of the document';
const more = '".", "..", "[", "^", "~" or the end of the expression';
const name = 'a name or "*" after "."';
const deepName = 'a name, "*" or "[" after ".."';
const selector = 'a selector (a quoted name, an index, a slice, "*", "?" or "(")';
const bracket = '"," or "]"';
const operand =
  'a path ("@" or "$"), a literal, "(", "!" or one of length(), count(), value(), match(), search()';
const group = 'an operator or ")"';
const equals = '"==" to compare';
const search = 'search(VALUE, "PATTERN") in place of "=~"';
const each = 'a comparison with each value and "||" between them in place of "in"';
const none = 'a comparison with each value and "&&" between them in place of "nin"';
const type =
  'a type: one of @null(), @boolean(), @number(), @integer(), @string(), @array(), @object(), @scalar()';

/**
 * Columns: the expression; the column (from 1) at which the JSONPath grammar rejects it; the expected syntax;
 * the language that runs it, or the SQLSTATE; the language that its author meant.
 */
type Row = readonly [
  expression: string,
  column: number | 'accepted',
  expected: string,
  runsAs: Dialect | '42601' | '2201B' | '22P02',
  meant?: Dialect,
];

const rows: readonly Row[] = [
  ['', 1, root, '22P02', 'jsonpath'],
  [' ', 1, root, '22P02', 'jsonpath'],
  ['$', 'accepted', '', 'jsonpath'],
  ['$.', 3, name, '42601', 'jsonpath'],
  ['$..', 4, deepName, '42601', 'jsonpath'],
  ['$...', 4, deepName, '42601', 'jsonpath'],
  ['$[', 3, selector, '42601', 'jsonpath'],
  ['$]', 2, more, '42601', 'jsonpath'],
  ['$[]', 3, selector, '42601', 'jsonpath'],
  ['$[0', 4, bracket, '42601', 'jsonpath'],
  ['$.results[0', 12, bracket, '42601', 'jsonpath'],
  ['$.results[0]]', 13, more, '42601', 'jsonpath'],
  ['$.results[*', 12, bracket, '42601', 'jsonpath'],
  ['$.results[?]', 12, operand, '42601', 'jsonpath'],
  ['$.results[?()]', 13, operand, '42601', 'jsonpath'],
  ['$.results[?(@.x]', 16, group, '42601', 'jsonpath'],
  ['$.results[?(@.x ==)]', 19, operand, '42601', 'jsonpath'],
  ['$.results[?(@.x == 1]', 21, group, '42601', 'jsonpath'],
  ['$.results[?(@.x == 1)', 22, bracket, '42601', 'jsonpath'],
  ['$.results[?@.x == 1]', 'accepted', '', 'jsonpath'],
  ['$.results[?(@.x = 1)]', 17, equals, '42601', 'jsonpath'],
  ['$.results[?(@.x == "a)]', 24, 'a closing " for the string at column 20', '42601', 'jsonpath'],
  ["$['name", 8, "a closing ' for the string at column 3", '42601', 'jsonpath'],
  ['$["name"', 9, bracket, '42601', 'jsonpath'],
  ['$[\'name"]', 10, "a closing ' for the string at column 3", '42601', 'jsonpath'],
  ["$.'name", 3, name, 'sql'],
  ['name', 1, root, '42601', 'jsonpath'],
  ['@.name', 1, root, '42601', 'jsonpath'],
  ['$name', 2, more, 'sql'],
  ['$$', 2, more, '42601', 'jsonpath'],
  ['$.name name', 7, more, '42601', 'sql'],
  ['$. name', 3, name, 'sql'],
  ['$ .name', 'accepted', '', 'jsonpath'],
  ['$.name.', 8, name, '42601', 'jsonpath'],
  ['$.name..', 9, deepName, '42601', 'jsonpath'],
  ['$.results[a]', 11, selector, '42601', 'jsonpath'],
  ['$.results[1:2:3:4]', 16, bracket, '42601', 'jsonpath'],
  ['$.results[1::0]', 'accepted', '', 'jsonpath'],
  ['$.results[--1]', 11, selector, 'sql'],
  ['$.results[1.5]', 12, bracket, 'sql'],
  ['$.results[*]]', 13, more, '42601', 'jsonpath'],
  ['$.results[[0]]', 11, selector, '42601', 'jsonpath'],
  ['$.results(0)', 10, more, '42601', 'jsonpath'],
  ['$.results{0}', 10, more, '42601', 'jsonpath'],
  ['$.results | length', 10, more, '42601', 'sql'],
  ['$.results[?(@.x > )]', 19, operand, '42601', 'jsonpath'],
  ['$.results[?(foo(@))]', 13, operand, '42601', 'jsonpath'],
  ['$.results[?(@.nope.x == 1)]', 'accepted', '', 'jsonpath'],
  ['$.results[(@.length-1)]', 'accepted', '', 'jsonpath'],
  ['$.results[(', 12, operand, '42601', 'jsonpath'],
  ['$.results[()]', 12, operand, '42601', 'jsonpath'],
  ['$.a.b.c.d', 'accepted', '', 'jsonpath'],
  ['$.@bad()', 3, type, '42601', 'jsonpath'],
  ['$.@string', 3, type, '42601', 'jsonpath'],
  ['hello world', 1, root, '42601', 'jsonpath'],
  ['SELECT 1', 1, root, '42601', 'jsonpath'],
  ['$.results ? (@.x == 1)', 10, more, 'sql'],
  ['$.results[*] ? (@.x == 1).value', 13, more, 'sql'],
  ['$.**.name', 4, more, 'sql'],
  ['strict $.name', 1, root, 'sql'],
  ['lax $.name', 1, root, 'sql'],
  ['$."quoted key"', 3, name, 'sql'],
  ['$.results.size()', 15, more, 'sql'],
  ['$.results[last]', 11, selector, 'sql'],
  ['$.results[0 to 1]', 13, bracket, 'sql'],
  ['$.a + 1', 4, more, 'sql'],
  ['$.name.type()', 12, more, 'sql'],
  ['$.name\n', 7, more, 'sql'],
  ['\u0000', 1, root, '42601', 'jsonpath'],
  ['$.😀', 'accepted', '', 'jsonpath'],
  ['$.~', 3, name, 'sql'],
  ['$^', 'accepted', '', 'jsonpath'],
  ['$.name^^^', 'accepted', '', 'jsonpath'],
  ['$.results[?(@.x==1 && )]', 23, operand, '42601', 'jsonpath'],
  ['$.results[?(@.x==1 and @.value==10)]', 20, group, '42601', 'jsonpath'],
  ['$.results[?(@.x<2)', 19, bracket, '42601', 'jsonpath'],
  ['$[?(@.x==1)]]', 13, more, '42601', 'jsonpath'],
  ['$.results[?(@.name=~/A/)]', 19, search, '42601', 'jsonpath'],
  ['$.results[?(@.x in [1, 2])]', 17, each, '42601', 'jsonpath'],
  ['$.results[?(@.x in["a"])]', 17, each, '42601', 'jsonpath'],
  ['$.results[?(@.x nin [1])]', 17, none, '42601', 'jsonpath'],
  ['$.results[?(@.name.match(/A/))]', 'accepted', '', 'jsonpath'],
  [
    '$.results[?(/(/.test(@.name))]',
    13,
    'the regular expression /(/ cannot be compiled: error parsing regexp: missing closing ): `(`',
    '2201B',
    'jsonpath',
  ],
];

test('every expression is accepted, or refused with the place and the expected symbols', () => {
  for (const [text, column, expected] of rows) {
    const parsed = parseJsonPath(text);
    if (column === 'accepted') {
      assert.ok('segments' in parsed, `${text}: ${JSON.stringify(parsed)}`);
      continue;
    }
    assert.ok(parsed instanceof QueryError, `${text} was accepted`);
    const wanted = parsed.sqlState === '2201B' ? expected : `expected ${expected}, found `;
    assert.ok(parsed.message.startsWith(`syntax error at column ${column}: ${wanted}`), parsed.message);
  }
});

test('a text of one grammar runs as its dialect; a text of neither has the error of the intended dialect', () => {
  for (const [text, , , runsAs, meant] of rows) {
    const parsed = dialectOf(text);
    if (meant === undefined) {
      assert.ok(!('error' in parsed), `${text}: ${JSON.stringify(parsed)}`);
      assert.equal(parsed.dialect, runsAs, text);
    } else {
      assert.ok('error' in parsed, `${text} was accepted`);
      const { sqlState, message } = parsed.error;
      assert.deepEqual([sqlState, parsed.dialect], [runsAs, meant], `${text}: ${message}`);
    }
  }
});
