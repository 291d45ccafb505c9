import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget } from '../../../lib/results/query/budget.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { searchLimits } from '../../../lib/results/run-search/limits.ts';
import { occursIn } from '../../../lib/results/run-search/match-term.ts';
import { searchTerms } from '../../../lib/results/run-search/parse-search.ts';

const now = () => performance.now();

function termsOf(query: string) {
  const terms = searchTerms(query, { now });
  if ('valid' in terms) throw assert.fail(terms.reason ?? query);
  return terms;
}
const finds = (query: string, document: unknown): boolean =>
  termsOf(query).some((term) => occursIn(Document.of(document), term, new Budget(now)));

const run = {
  name: 'nightly',
  empty: null,
  info: { branch: 'main', 'build-id': 7, length: 3, tags: ['x', 'y'] },
  results: [
    { name: 'a', stats: { p99: 12 }, ok: true },
    { name: 'b', stats: { p99: 250 }, ok: false },
  ],
};

test('an expression tests existence, a predicate tests truth', () => {
  const rows: [query: string, found: boolean][] = [
    ['$', true],
    ['$.*', true],
    ['$.name', true],
    ['$.empty', true],
    ['$.nope', false],
    ['  $.name ', true],
    ['$.results[?(@.stats.p99 > 200)]', true],
    ['$.results[?(@.stats.p99 > 300)]', false],
    ["$.info['build-id']", true],
    ['$.results ? (@.stats.p99 > 200)', true],
    ['$.results ? (@.stats.p99 > 300)', false],
    ['$.results.stats.p99 > 200', true],
    ['$.results.stats.p99 > 300', false],
    ['$.name starts with "night"', true],
    // A condition with an error or an unknown result finds nothing.
    ['strict $.nope', false],
    ['strict $.name', true],
    ['lax $.results.stats.p99 > 200', true],
    ['strict ($.results[1].stats.p99) > 200', true],
    ['$.name + 1', false],
    ['$.name > 1', false],
  ];
  for (const [query, found] of rows) assert.equal(finds(query, run), found, query);
});

test('a condition is asked of every value, the document itself too, in either dialect', () => {
  const rows: [query: string, found: boolean][] = [
    ['@.p99 > 200', true],
    ['@.p99 > 300', false],
    ['@.name == "nightly"', true],
    ["@.name == 'nightly'", true],
    ["@.name == 'b' && @.ok == false", true],
    ["@.name == 'b' && @.ok == true", false],
    ["@['build-id'] == 7", true],
    ["@['name'] == $['name'] && @.ok", false],
    ["@['name'] == $.name && @.empty == null", true],
    ['@ == 250', true],
    ["@ == 'y'", true],
    ["@ == 'z'", false],
    ['@.branch', true],
    ['@.nope', false],
    ['@.name starts with "night" || @.nope == 1', true],
    // In SQL/JSON path a missing member is not different from any value.
    ['@.nope != "x"', false],
  ];
  for (const [query, found] of rows) assert.equal(finds(query, run), found, query);
  assert.equal(finds("@ == 'x'", 'x'), true);
  assert.equal(finds("@ == 'x'", 'y'), false);
});

test('words are split at blanks, commas and OR; a bare one is a member at any depth', () => {
  const rows: [query: string, found: boolean][] = [
    ['p99', true],
    ['P99', false],
    ['build-id', true],
    ['"build-id"', true],
    ['length', true],
    ['nope', false],
    ['nope,p99', true],
    ['nope OR p99', true],
    ['nope OR neither', false],
    ['nope\t@.p99>200', true],
    ['nope @.p99>300 $.name', true],
    ['stats.p99', true],
    ['p99.stats', false],
    ['results[*].ok', true],
    ['ORACLE', false],
    ['strict lax name', true],
    // Only SQL/JSON path accepts these texts.
    ['tags[last]', true],
    ['nope[last]', false],
  ];
  for (const [query, found] of rows) assert.equal(finds(query, run), found, query);
  // A text that is valid in both query languages counts as JSONPath, which searches inside an array only when
  // the path has a selector for it.
  assert.equal(finds('stats.p99', { stats: [{ p99: 1 }] }), false);
  assert.equal(finds('stats[*].p99', { stats: [{ p99: 1 }] }), true);
  // `length` is a member here, and an array has no member with that name.
  assert.equal(finds('length', { list: [1] }), false);
  assert.equal(finds('2024', { a: { 2024: 1 } }), true);
});

test('OR joins expressions as well as words, and quotes keep a name together', () => {
  const rows: [query: string, count: number, found: boolean][] = [
    ['@.p99 > 300 OR @.p99 > 200', 2, true],
    ['@.p99 > 300 OR @.length > 9', 2, false],
    ['$.nope OR $.name', 2, true],
    ['nope OR @.p99 > 200', 2, true],
    ['@.p99 > 300 OR nope also', 3, false],
    ['@.name == "x OR y" OR nope', 2, false],
    ['$.results[?(@.name == "a")] OR lax $.nope > 1', 2, true],
    ['"weird key"', 1, false],
    ["'weird key', nope", 2, false],
    ['"build-id"', 1, true],
    ['"branch" "OR"', 2, true],
  ];
  for (const [query, count, found] of rows) {
    assert.equal(termsOf(query).length, count, query);
    assert.equal(finds(query, run), found, query);
  }
  for (const query of ['"weird key"', "'weird key'", 'nope OR "weird key"'])
    assert.ok(finds(query, { deep: [{ 'weird key': 1 }] }), query);
  assert.ok(finds('"a \\"b\\" c"', { 'a "b" c': 1 }));
  assert.ok(finds('"a, OR [b"', { 'a, OR [b': 1 }));
  assert.ok(finds('"C:\\dir"', { 'C:\\dir': 1 }), 'a name that is no JSON text');
});

test('nothing to search for is no term', () => {
  for (const query of ['', '   ', ' , OR ,']) assert.deepEqual(termsOf(query), []);
});

test('a text that is no expression is rejected by the parser of its form', () => {
  const rows: [query: string, jsonpath: string, sqlState: string][] = [
    ['$.', '$.', '42601'],
    ['$.a[', '$.a[', '42601'],
    ['$x', '$x', '42704'],
    ['@.p99 >', '$..[?@.p99 >]', '42601'],
    ['@.a like_regex "(" && exists(@.b)', '$.** ? (@.a like_regex "(" && exists(@.b))', '2201B'],
    ['lax $.a ? (', 'lax $.a ? (', '42601'],
    ["@.a == 'x' &&", "$..[?@.a == 'x' &&]", '42601'],
    ['fine $.', '$.', '42601'],
    ['a..', '$..a..', '42601'],
  ];
  for (const [query, jsonpath, sqlState] of rows) {
    const terms = searchTerms(query, { now });
    assert.ok('valid' in terms, query);
    assert.deepEqual(
      [terms.valid, terms.jsonpath, terms.sqlState, terms.errorCode],
      [false, jsonpath, sqlState, 1],
    );
    assert.ok(terms.reason);
  }
});

test('a search has a bounded number of words', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
  assert.equal(termsOf(words(searchLimits.searchTermsMax)).length, searchLimits.searchTermsMax);
  const refused = searchTerms(words(searchLimits.searchTermsMax + 1), { now });
  assert.ok('valid' in refused);
  assert.deepEqual(
    [refused.valid, refused.errorCode, refused.sqlState, refused.sql],
    [false, 1, '54001', null],
  );
  assert.equal(refused.jsonpath, words(searchLimits.searchTermsMax + 1));
  assert.match(refused.reason ?? '', /^a search may have at most 32 words, and this search has 33$/);
});
