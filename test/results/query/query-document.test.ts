import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Node } from '../../../lib/results/json/tape/tape.ts';
import { statusOf } from '../../../lib/results/query/answer.ts';
import { Budget } from '../../../lib/results/query/budget.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { evaluate, parseJsonPath, rootOf } from '../../../lib/results/query/jsonpath/json-path.ts';
import { queryLimits } from '../../../lib/results/query/limits.ts';
import { filterQuery as answer, type FilterQueryOptions } from '../../../lib/results/query/query-document.ts';

const run = {
  name: 'roadrunner',
  $schema: 'urn:acme:benchmark:0.1',
  results: [
    { test: 'Foo', duration: 10, requests: 123, stats: { p99: 5 } },
    { test: 'Bar', duration: 20, requests: 456 },
    { test: 'baz', duration: 0, requests: 7, failed: false, note: null },
  ],
  odd: {
    '*': 1,
    '..': 2,
    'a.b': 3,
    "it's": 4,
    'x;y': 5,
    '#0': 6,
    '^': 7,
    '~': 8,
    '?(0)': 9,
    '1:2': 10,
    '`q': 11,
  },
  empty: [],
  nothing: null,
};

const now = () => 0;
const filterQuery = (text: string, options: FilterQueryOptions, document: unknown) =>
  answer(text, options, Document.of(document)).result;
function all(text: string, document: unknown = run): unknown {
  const { value, reason } = filterQuery(text, { array: true, now }, document);
  assert.notEqual(value, null, `${text}: ${reason}`);
  return JSON.parse(value ?? '');
}

test('the seed: one named property, all properties, the first match, no match', () => {
  const first = (text: string) => filterQuery(text, { array: false, now }, run).value;
  assert.deepEqual(all('$.name'), ['roadrunner']);
  assert.deepEqual(all('$.*'), Object.values(run));
  assert.equal(first('$.name'), '"roadrunner"');
  assert.equal(first('$.results[*].test'), '"Foo"');
  assert.equal(first('$.results[0].stats'), '{"p99":5}');
  assert.equal(first('$.nope'), 'null');
  assert.deepEqual(all('$.nope'), []);
  assert.equal(first('$.nothing'), 'null');
  assert.deepEqual(all('$.nothing'), [null]);
});

test('an element of an array has the index of the first equal one', () => {
  const lists = [[1, [2], 3, 3], [3], ['3', true]];
  assert.deepEqual(all('$[?(@.indexOf(3) == 2)]', lists), [lists[0]]);
  assert.deepEqual(all('$[?(@.indexOf(3) == 0)]', lists), [lists[1]]);
  assert.deepEqual(all('$[?(@.indexOf(true) == 1)]', lists), [lists[2]]);
  assert.deepEqual(all('$[?(@.indexOf(3) == -1)]', lists), [lists[2]]);
});

test('a success and a syntax error are the same object with the same members', () => {
  const good = filterQuery('$.name', { array: true, now }, run);
  const value = '["roadrunner"]';
  assert.deepEqual(good, {
    valid: true,
    jsonpath: '$.name',
    errorCode: 0,
    sqlState: null,
    reason: null,
    sql: null,
    value,
  });
  assert.equal(statusOf(good), 200);
  const bad = filterQuery('$.results[', { array: true, now }, run);
  assert.deepEqual(
    { ...bad, reason: '' },
    {
      valid: false,
      jsonpath: '$.results[',
      errorCode: 1,
      sqlState: '42601',
      reason: '',
      sql: null,
      value: null,
    },
  );
  assert.match(bad.reason ?? '', /at column 11: expected a selector/);
  assert.equal(statusOf(bad), 400);
});

const cases: readonly (readonly [string, readonly unknown[]])[] = [
  ['$', [run]],
  ['$.results.length', [3]],
  ['$.results[*].test', ['Foo', 'Bar', 'baz']],
  ['$.results[-1].test', ['baz']],
  ['$.results[-4]', []],
  ['$.results[2,0].test', ['baz', 'Foo']],
  ["$.results[*]['test','duration']", ['Foo', 10, 'Bar', 20, 'baz', 0]],
  ['$.results[1:].test', ['Bar', 'baz']],
  ['$.results[::-1].test', ['baz', 'Bar', 'Foo']],
  ['$.results[0:9:0]', []],
  ['$..p99', [5]],
  ['$..test', ['Foo', 'Bar', 'baz']],
  ['$.name[0]', []],
  ['$.name.length', [10]],
  ["$.results['length']", []],
  ['$.empty[*]', []],
  ['$.results[(@.length-1)].test', ['baz']],
  ['$.results[*].stats.p99^', [{ p99: 5 }]],
  ['$.results[?(@.test == "Bar")].requests^.test', ['Bar']],
  ['$.results[0].*~', ['test', 'duration', 'requests', 'stats']],
  ['$.results[2].*@number()', [0, 7]],
  ['$^', []],
  // Names that jsonpath-plus would read as operators. Here they are plain names.
  ["$.odd['*']", [1]],
  ["$.odd['..']", [2]],
  ["$.odd['a.b']", [3]],
  ["$.odd['it\\'s']", [4]],
  ["$.odd['x;y']", [5]],
  ["$.odd['#0']", [6]],
  ["$.odd['^']", [7]],
  ["$.odd['~']", [8]],
  ["$.odd['?(0)']", [9]],
  ["$.odd['1:2']", [10]],
  ["$.odd['`q']", [11]],
  ['$.*["*"]', [1]],
  // A filter with a path alone. In RFC 9535 it is true when the path finds a value; in parentheses, as in
  // jsonpath-plus, when that value is true.
  ['$.results[?@.failed].test', ['baz']],
  ['$.results[?(@.failed)].test', []],
  ['$.results[?@.note].test', ['baz']],
  ['$.results[?(@.duration)].test', ['Foo', 'Bar']],
  ['$.results[?!@.stats].test', ['Bar', 'baz']],
  ['$.results[?(!@.duration)].test', ['baz']],
  // Comparisons in filters. A missing value equals only a missing value, and values of different types are
  // never equal.
  ['$.results[?@.stats.p99 == 5].test', ['Foo']],
  ['$.results[?@.stats.p99 != 5].test', ['Bar', 'baz']],
  ['$.results[?@.note == null].test', ['baz']],
  ['$.results[?@.note == undefined].test', ['Foo', 'Bar']],
  ['$.results[?@.duration == "10"]', []],
  ['$.results[?@.test < 1]', []],
  ['$.results[?@.duration >= 10 && @.requests < 200].test', ['Foo']],
  ['$.results[?(@.requests > 100 || @.duration === 0)].test', ['Foo', 'Bar', 'baz']],
  ['$.results[?@.stats == $.results[0].stats].test', ['Foo']],
  ['$.results[?(@.requests / @.duration > 20)].test', ['Bar']],
  ['$.results[?(@.requests % 2 === 1)].test', ['Foo', 'baz']],
  ['$.results[?(typeof @.note == "object")].test', ['baz']],
  // Functions and methods in filters.
  ['$.results[?length(@.test) == 3 && count(@.*) == 3].test', ['Bar']],
  ['$.results[?value(@..p99) == 5].test', ['Foo']],
  ["$.results[?match(@.test, 'b.*')].test", ['baz']],
  ["$.results[?match(@.test, 'b')].test", []],
  ["$.results[?search(@.test, '[aA]')].test", ['Bar', 'baz']],
  ["$.results[?search(@.test, '(')].test", []],
  ['$.results[?(@.test.match(/^B/i))].test', ['Bar', 'baz']],
  ['$.results[?(/o{2}/.test(@.test))].test', ['Foo']],
  ["$.results[?(@.test.toLowerCase().startsWith('b'))].test", ['Bar', 'baz']],
  ["$.results[?(@.test.indexOf('a') == 1)].test", ['Bar', 'baz']],
  ['$.results[?(@.duration.toLowerCase())]', []],
  // Variables that jsonpath-plus has in filters, such as `@property`.
  ['$.results[?(@property > 0)].test', ['Bar', 'baz']],
  ['$.results[?(@parentProperty === "results" && @root.name == "roadrunner")].test', ['Foo', 'Bar', 'baz']],
  ['$.results[?(@parent.name == "roadrunner" && @.duration)].test', ['Foo', 'Bar']],
  ['$.results[?(@path == "$[\'results\'][1]")].test', ['Bar']],
  ['$.results[?@[?@ == 5]]', []],
  ['$[?@[?@.duration == 20]][*].test', ['Foo', 'Bar', 'baz']],
];

test('expressions select these values', () => {
  for (const [text, expected] of cases) assert.deepEqual(all(text), expected, text);
});

test('a document may be any JSON value, also a false one', () => {
  for (const document of [0, false, null, '', 'text', 7, [], {}]) {
    assert.deepEqual(all('$', document), [document]);
    assert.deepEqual(all('$.a', document), []);
    assert.deepEqual(all('$[?@]', document), []);
  }
});

test('names of the prototype are names like any other', () => {
  const tricky = JSON.parse('{"__proto__":{"x":1},"constructor":2}');
  assert.deepEqual(all('$.__proto__', tricky), [{ x: 1 }]);
  assert.deepEqual(all('$.__proto__.x', tricky), [1]);
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__lookupGetter__']) {
    assert.deepEqual(all(`$.${name}`), [], name);
    assert.deepEqual(all(`$.results[?@.${name}]`), [], name);
    assert.deepEqual(all(`$.results[?(@.test.${name})]`), [], name);
  }
});

test('expressions that attack an evaluator of text are refused, or select what they say', () => {
  for (const text of [
    '$[(this.constructor.constructor("return process")())]',
    '$[?(var _$_root=[].constructor.constructor("globalThis.PWN=1");@root())]',
    `$..[?(p="console.log(1)";a=''[["constructor"]][["constructor"]](p);a())]`,
    `$..[?(a=''.__lookupGetter__("__proto__");a)]`,
    '$.results[?(@root.results.splice(0,9))]',
    '$.results[?(@root.y=1)]',
    '$.results[?("abc".replace(/b/,"".concat))]',
    '$[?("a".repeat(500000000))]',
    '$.results[?(@.test.at.call)]()',
    '$.results[?(_$_root)]',
    '$.results[?(expressions)]',
  ]) {
    assert.equal(filterQuery(text, { array: true, now }, run).sqlState, '42601', text);
  }
});

test('a regular expression takes time in proportion to the text', () => {
  const document = { s: `${'a'.repeat(50_000)}!` };
  for (const text of ['$[?(/^(a+)+$/.test(@))]', '$[?(@.match(/(a*)*b/))]', "$[?search(@, '(a|aa)+$')]"]) {
    assert.deepEqual(all(text, document), [], text);
  }
});

test('a query that multiplies is stopped by its budget', () => {
  let nested: unknown = 1;
  for (let depth = 0; depth < 30; depth += 1) nested = { a: nested };
  const list = Array.from({ length: 1000 }, (_, index) => ({ index }));
  const wide = { list, copy: structuredClone(list) };
  for (const [text, document, state, status] of [
    [`$${"['a','a']".repeat(30)}`, nested, '54000', 413],
    ['$.list[?@parent.list[?@.index < 0]]', wide, '57014', 400],
    ['$.list[?$.list == $.copy && @.index < 0]', wide, '57014', 400],
    ['$.list..*^..*^..*', wide, '54000', 413],
  ] as const) {
    const bounds = { ...queryLimits, evaluationStepsMax: 100_000, resultsMax: 10_000 };
    const { result } = answer(text, { array: true, now, bounds }, Document.of(document));
    assert.equal(result.sqlState, state, `${text}: ${result.reason}`);
    assert.equal(statusOf(result), status);
  }
});

test('a query that takes too long is stopped by its deadline', () => {
  let at = 0;
  const slow = () => (at += queryLimits.evaluationMs / 10);
  const document = Array.from({ length: 100_000 }, (_, index) => index);
  const result = filterQuery('$[?@ < 0]', { array: true, now: slow }, document);
  assert.equal(result.sqlState, '57014');
  assert.match(result.reason ?? '', /longer than 5000 ms/);
});

test('a document that is nested too deeply is an answer, not a crash', () => {
  const deep = new Document(Buffer.from(`${'[{"a":'.repeat(20_000)}1.50${'}]'.repeat(20_000)}`));
  for (const text of ['$..a', '$..*', 'lax $.**']) {
    const { result } = answer(text, { array: true, now }, deep);
    assert.equal(result.valid, false, text);
    assert.match(result.sqlState ?? '', /^5400[01]$/, text);
  }
  for (const text of ['$', '$[?@ == $[0]]'])
    assert.equal(answer(text, { array: true, now }, deep).result.valid, true, text);
  assert.equal(answer('$..[?(@ == 1.5)]', { array: true, now }, deep).result.value, '[1.50]');
});

test('evaluating leaves the document as it was and finds only what is in it', () => {
  const texts = [
    '$..*',
    '$.*.*',
    '$[*]',
    '$..[0]',
    '$..[?@.a]',
    '$..[?(@ > 1)]',
    '$..length',
    '$[?@[?@ == 1]]',
    '$.*^',
    '$..*~',
  ];
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...texts), (value, text) => {
      const document = Document.of(value);
      const before = document.bytes.toString();
      const ast = parseJsonPath(text);
      assert.ok('segments' in ast);
      const found = evaluate(ast, rootOf(document), new Budget(now));
      assert.equal(document.bytes.toString(), before);
      assert.ok(found.every((value) => value !== undefined));
      if (text === '$[*]')
        assert.deepEqual(
          found.map((one) => JSON.parse((one as Node).json)),
          typeof value === 'object' ? Object.values(JSON.parse(JSON.stringify(value)) ?? {}) : [],
        );
    }),
  );
});
