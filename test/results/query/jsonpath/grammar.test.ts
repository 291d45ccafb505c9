import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJsonPath } from '../../../../lib/results/query/jsonpath/json-path.ts';
import { queryLimits } from '../../../../lib/results/query/limits.ts';
import { QueryError } from '../../../../lib/results/query/query-error.ts';

const accepted = [
  '$',
  '$.name',
  '$.a-b',
  '$.$schema',
  '$.😀',
  '$.*',
  '$[*]',
  "$['a']",
  '$["a","b"]',
  "$['it\\'s']",
  '$["\\u00e9\\ud83d\\ude00"]',
  '$[0]',
  '$[-1]',
  '$[1:5:2]',
  '$[::-1]',
  '$[1 : 5 : 2]',
  '$[:]',
  "$[0, 'a', 1:2, *, ?@.b]",
  '$..name',
  '$..*',
  "$..['a']",
  '$ .a [0]',
  '$.a^',
  '$.a^^',
  '$.a.*~',
  '$..*@number()',
  '$.a.@string()',
  '$.results.length',
  '$.codes.2xx',
  '$.a.1-2',
  '$.results[(@.length-1)]',
  '$[?@.a]',
  '$[?(@.a)]',
  '$[? @.a == 1 ]',
  '$[?@.a == -1.5e-3]',
  '$[?!@.a]',
  '$[?!(@.a == 1 || @.b)]',
  '$[?@.a > 1 && @.b <= 2 || @.c != "x"]',
  '$[?(@.a === 1 && @.b !== null)]',
  '$[?length(@.a) > 3]',
  '$[?count(@.*) == 1]',
  '$[?value(@..b) == "x"]',
  "$[?match(@.a, 'x.*')]",
  "$[?search(@.a, 'x')]",
  '$[?(@.a.match(/^x/i))]',
  '$[?(/[/]x\\//.test(@.a))]',
  "$[?(@.a.startsWith('x') && @.b.toLowerCase().includes('y'))]",
  '$[?(@.a * 2 + 1 > @.b % 3)]',
  '$[?(-@.a < 0)]',
  '$[?(typeof @.a == "string")]',
  '$[?(@property > 0 && @parentProperty == "x" && @root.a && @parent.b && @path != "")]',
  '$[?@[?@.a > 1]]',
  '$[?@.a == $.b[0]]',
  '$[?@.a == undefined]',
];

/**
 * Rejected expressions, each with the column of the error and a part of the message about the expected
 * syntax.
 */
const refused: readonly (readonly [string, number, RegExp])[] = [
  ['', 1, /"\$"/],
  ['name', 1, /"\$".*found "name"/],
  [' $', 1, /"\$"/],
  ['$ ', 2, /end of the expression/],
  ['$name', 2, /"\.", "\.\."/],
  ['$.', 3, /a name or "\*" after "\."/],
  ['$..', 4, /after "\.\."/],
  ['$...a', 4, /after "\.\."/],
  ['$.name.', 8, /a name/],
  ['$. name', 3, /a name/],
  ['$.1', 3, /found "1"; write \[1\] for an element, \['1'\] for a member/],
  ['$.a.-1.b', 5, /write \[-1\]/],
  ['$..0', 4, /after "\.\.".*write \[0\]/],
  ['$[?@.0]', 6, /write \[0\]/],
  ["$.'name'", 3, /a name/],
  ['$[', 3, /a selector/],
  ['$[]', 3, /a selector/],
  ['$]', 2, /"\]"/],
  ['$[0', 4, /"," or "\]"/],
  ['$[0]]', 5, /end of the expression/],
  ['$[[0]]', 3, /a selector/],
  ['$[a]', 3, /a selector.*found "a"/],
  ['$[01]', 3, /leading zeros/],
  ['$[-0]', 3, /leading zeros/],
  ['$[1.5]', 4, /"," or "\]"/],
  ['$[9007199254740992]', 3, /2\^53/],
  ['$[1:2:3:4]', 8, /"," or "\]"/],
  ["$['name", 8, /closing '/],
  ['$[\'name"]', 10, /closing '/],
  ["$['a\\x']", 6, /an escape/],
  ['$["\\ud800"]', 5, /an escape/],
  ['$["\\ud83d\\udb00"]', 5, /an escape/],
  ['$["a\nb"]', 5, /control character/],
  ['$.a~.b', 5, /the end of the expression/],
  ['$.@bad()', 3, /a type/],
  ['$.results[?]', 12, /a path/],
  ['$.results[?()]', 13, /a path/],
  ['$.results[?(@.x]', 16, /an operator or "\)"/],
  ['$.results[?(@.x ==)]', 19, /a path/],
  ['$.results[?(@.x = 1)]', 17, /"==" to compare/],
  ['$.results[?(@.name=~/A/)]', 19, /search\(VALUE, "PATTERN"\) in place of "=~"/],
  ['$.results[?(@.x == "a)]', 24, /closing "/],
  ['$.results[?(@.x==1 and @.y==2)]', 20, /an operator/],
  ['$.results[?(foo(@))]', 13, /length\(\)/],
  ['$.results[?(@.x.sub())]', 17, /startsWith/],
  ['$.results[?(@.constructor.constructor("x")())]', 27, /startsWith/],
  ['$.results[?(@bad)]', 13, /@property/],
  ['$[?true]', 4, /a condition/],
  ['$[?@.* == 1]', 4, /matches at most one value/],
  ['$[?(@.a == 1) == 2]', 4, /a value, not a condition/],
  ['$[?length(@.a == 1) == 2]', 15, /a value, not a condition.*found "="/],
  ['$[?length(@.a || @.b) == 2]', 15, /a value, not a condition.*found "\|"/],
  ['$[?length(@.*) == 1]', 11, /matches at most one value/],
  ['$[?count(1) == 1]', 10, /a path as the argument/],
  ['$[?length(@.a, 1) == 1]', 16, /takes 1 argument/],
  ['$[?match(@.a)]', 13, /1 more argument/],
  ['$[?length(@.a)]', 4, /a condition/],
  ['$[?@.a == 1.]', 11, /a number/],
  ['$[?@.a == +1]', 11, /a path/],
  ['$.results ? (@.x == 1)', 10, /end of the expression/],
  ['strict $.name', 1, /"\$"/],
  ['$😀.a[', 2, /".", "\.\."/],
  ['$.😀[', 5, /a selector/],
];

test('the grammar accepts RFC 9535 and the forms of jsonpath-plus', () => {
  for (const text of accepted)
    assert.ok('segments' in parseJsonPath(text), `${text}: ${JSON.stringify(parseJsonPath(text))}`);
});

test('a syntax error names its column and the expected symbols', () => {
  for (const [text, column, expected] of refused) {
    const problem = parseJsonPath(text);
    assert.ok(problem instanceof QueryError, `${text} was accepted`);
    assert.equal(problem.sqlState, '42601', text);
    assert.match(problem.message, expected, text);
    assert.match(problem.message, new RegExp(`^syntax error at column ${column}: expected .*, found `), text);
  }
});

test('a regular expression that is wrong or not linear is refused with its place', () => {
  for (const [pattern, reason] of [
    ['/(/', /missing closing/],
    ['/(?=a)/', /look-around/],
    ['/(a)\\1/', /back-references/],
    ['/a/x', /flag x/],
    [`/${'a'.repeat(queryLimits.patternLengthMax + 1)}/`, /longer than/],
  ] as const) {
    const problem = parseJsonPath(`$[?(${pattern}.test(@))]`);
    assert.ok(problem instanceof QueryError, pattern);
    assert.equal(problem.sqlState, '2201B');
    assert.match(problem.message, /^syntax error at column 5: /);
    assert.match(problem.message, reason);
  }
});

test('an expression that would cost too much to read is refused before it does', () => {
  const { expressionLengthMax, pathSegmentsMax, unionSelectorsMax } = queryLimits;
  for (const text of [
    `$.${'a'.repeat(expressionLengthMax)}`,
    `$${'.a'.repeat(pathSegmentsMax + 1)}`,
    `$[${Array(unionSelectorsMax + 1)
      .fill('0')
      .join(',')}]`,
    `$[?(${'('.repeat(1000)}1`,
    `$[?${'!'.repeat(1000)}@]`,
    `$[?${Array(700).fill('@').join('||')}]`,
    `$${'[?@'.repeat(500)}`,
  ]) {
    const problem = parseJsonPath(text);
    assert.ok(problem instanceof QueryError, text.slice(0, 40));
    assert.equal(problem.sqlState, '54001', `${text.slice(0, 40)}: ${problem.message}`);
  }
});

test('any text is either an expression or a problem with a place inside it', () => {
  const signs = fc.constantFrom(
    ...'$@.*[]()?!=<>&|~^\'"/\\,:-+0129abe \n{}`#%',
    '..',
    '==',
    '&&',
    'length(',
    '@.a',
    '[?(',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(signs, { maxLength: 30 }).map((parts) => `$${parts.join('')}`),
  );
  fc.assert(
    fc.property(text, (expression) => {
      const parsed = parseJsonPath(expression);
      if ('segments' in parsed) return;
      const { position = -1, message } = parsed;
      assert.ok(position >= 0 && position <= expression.length);
      assert.ok(message.includes(` at column ${[...expression.slice(0, position)].length + 1}: `), message);
    }),
    { numRuns: 2000 },
  );
});
