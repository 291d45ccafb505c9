import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { statusOf } from '../../../lib/results/query/answer.ts';
import { BoundedCache } from '../../../lib/results/query/bounded-cache.ts';
import { type Bounds, Budget } from '../../../lib/results/query/budget.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { lookUp, rootOf } from '../../../lib/results/query/jsonpath/json-path.ts';
import { writeMatches } from '../../../lib/results/query/jsonpath/values/write-json.ts';
import { queryLimits } from '../../../lib/results/query/limits.ts';
import { Pattern, patternOf } from '../../../lib/results/query/patterns/pattern.ts';
import { indexOfText } from '../../../lib/results/query/patterns/text-search.ts';
import { filterQuery } from '../../../lib/results/query/query-document.ts';
import { QueryError } from '../../../lib/results/query/query-error.ts';

const now = () => 0;
const list = Array.from({ length: 2000 }, (_, index) => ({ index, text: 'a'.repeat(100) }));
const document = Document.of({ list, copy: list, long: 'ab'.repeat(100_000), nested: [[[[1]]]] });

/** Queries with one very low limit each, and the error that the limit must cause. */
const rows: readonly (readonly [
  text: string,
  bounds: Partial<Bounds>,
  sqlState: string,
  status: number,
  reason: RegExp,
])[] = [
  ['$.list[*].index', { resultsMax: 1999 }, '54000', 413, /more than 1999 results/],
  ['lax $.list[*].index', { resultsMax: 1999 }, '54000', 413, /more than 1999 results/],
  ['$.list', { valueBytesMax: 50_000 }, '54000', 413, /more than 50,000 bytes/],
  ['lax $.list', { valueBytesMax: 50_000 }, '54000', 413, /more than 50,000 bytes/],
  ['$.long', { valueBytesMax: 50_000 }, '54000', 413, /more than 50,000 bytes/],
  ['$..*', { evaluationStepsMax: 3000 }, '57014', 400, /more than 3000 evaluation steps/],
  ['lax $.**', { evaluationStepsMax: 3000 }, '57014', 400, /more than 3000 evaluation steps/],
  ['$.list[*].index', { evaluationStepsMax: 5000 }, '57014', 400, /steps/],
  ['$.list[0:2000].index', { evaluationStepsMax: 5000 }, '57014', 400, /steps/],
  ['$.list[*].text.length', { evaluationStepsMax: 7000 }, '57014', 400, /steps/],
  ["$.list[*]['none','nothing']", { evaluationStepsMax: 7000 }, '57014', 400, /steps/],
  ['$.list[?@.index < 0]', { evaluationStepsMax: 3000 }, '57014', 400, /more than 3000 evaluation steps/],
  ['$.list[?@.text.includes("b")]', { evaluationStepsMax: 5000 }, '57014', 400, /steps/],
  ['$.list[?@.text.match(/b$/)]', { evaluationStepsMax: 5000 }, '57014', 400, /steps/],
  ['$.list[?$.list == $.copy]', { evaluationStepsMax: 5000 }, '57014', 400, /steps/],
  ['$[?(/a{1000}b{1000}c{1000}/.test(@))]', {}, '2201B', 400, /repeats too much/],
  [`$[?(/${'a'.repeat(257)}/.test(@))]`, {}, '2201B', 400, /longer than 256/],
  [`$[?match(@, '${'a'.repeat(257)}')]`, {}, '2201B', 400, /longer than 256/],
  ["$[?search(@, 'a{1000}b{1000}c')]", {}, '2201B', 400, /repeats too much/],
  [`$${'.a'.repeat(65)}`, {}, '54001', 400, /at most 64 segments/],
  [`$[${'0,'.repeat(32)}0]`, {}, '54001', 400, /at most 32 selectors/],
  [`$[?${'('.repeat(33)}@`, {}, '54001', 400, /nested 32 deep/],
  [`$[?@${'||@'.repeat(600)}]`, {}, '54001', 400, /at most 1000/],
  [`$.${'a'.repeat(4096)}`, {}, '54001', 400, /at most 4096 characters/],
];

test('each bound has a state and a reason of its own', () => {
  for (const [text, bounds, sqlState, status, reason] of rows) {
    const given = { ...queryLimits, ...bounds };
    const { result } = filterQuery(text, { array: true, now, bounds: given }, document);
    const shown = `${text.slice(0, 60)}: ${result.reason}`;
    assert.deepEqual([result.valid, result.sqlState, statusOf(result)], [false, sqlState, status], shown);
    assert.match(result.reason ?? '', reason, shown);
  }
});

test('an expression may have exactly 1000 selectors, operators and operands', () => {
  const selectors = (count: number): string => `[${Array(count).fill('0').join()}]`;
  const wellFormed = (last: number): boolean =>
    filterQuery(`$${selectors(32).repeat(30)}${selectors(last)}`, { array: true, now }, document).result
      .valid;
  assert.deepEqual([wellFormed(8), wellFormed(9)], [true, false]);
});

test('the deadline is looked at in every loop, also inside a regular expression and while an answer is written', () => {
  const long = 'ab'.repeat(100_000);
  const wide = Document.of({ list: [...list, long], long, sought: `${'ab'.repeat(40_000)}b` });
  for (const text of [
    '$..*',
    '$.list[*].index',
    '$.list[?@.index < 0]',
    '$.list[::2]',
    '$.list[*]^',
    'lax $.**',
    '$[?@.match(/[ab]*a[ab]{50}[cd]/)]',
    "$[?search(@, '(a|b)*[cd]')]",
    '$[?@.includes($.sought)]',
    '$.list[?$.list == $.list[0]]',
    '$.list[?@.text.toUpperCase().toLowerCase() == ""]',
  ]) {
    // The clock passes the deadline at its second read, so each loop must read it at least twice.
    let at = 0;
    const clock = () => (at += queryLimits.evaluationMs * 0.6);
    const { result } = filterQuery(text, { array: true, now: clock }, wide);
    assert.deepEqual([result.sqlState, statusOf(result)], ['57014', 400], `${text}: ${result.reason}`);
    assert.match(result.reason ?? '', /longer than 5000 ms|too long/, text);
  }
});

test('an answer stops being written when the time is over', () => {
  let at = 0;
  const budget = new Budget(() => (at += queryLimits.evaluationMs / 4));
  const matches = list.map(() => rootOf(Document.of(list.slice(0, 10))));
  assert.throws(() => writeMatches(matches, true, budget), { sqlState: '57014' });
});

test('an answer is cut within a portion of its bound, however it is nested', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 200 }), (value, valueBytesMax) => {
      const root = rootOf(Document.of(value));
      const budget = new Budget(now, { ...queryLimits, valueBytesMax });
      const write = () => Buffer.from(writeMatches([root], false, budget)).toString();
      const whole = JSON.stringify(value);
      if (Buffer.byteLength(whole) <= valueBytesMax) assert.equal(write(), whole);
      else assert.throws(write, { sqlState: '54000' } satisfies Partial<QueryError>);
    }),
  );
});

test('large values are written as JSON.stringify writes them', () => {
  const text = 'é"\n\u0001'.repeat(20_000);
  for (const value of [
    list,
    [list, list, [[list]]],
    Object.fromEntries(list.map(({ index }) => [`m${index}`, list.slice(0, 20)])),
    [text, text, { text }],
    Array(50_000).fill(1),
    [[], {}, [[]], ...list, {}],
  ]) {
    const written = writeMatches([rootOf(Document.of(value))], false, new Budget(now));
    assert.ok(Buffer.from(written).equals(Buffer.from(JSON.stringify(value))));
  }
});

test('results of paths inside conditions are not held against the query', () => {
  const bounds = { ...queryLimits, resultsMax: 2010 };
  const ask = (text: string) => filterQuery(text, { array: true, now, bounds }, document).result;
  assert.equal(ask('$.list[?count(@.*) == 2].index').valid, true);
  assert.equal(ask('$.list[?@..index].index').valid, true);
  assert.equal(ask('$.list[?count($.list[*].index) == 2000].index').valid, true);
  assert.equal(ask('$.list[?count($.list[*].*) == 4000].index').sqlState, '54000');
  assert.equal(ask('$.list[*].index^.index').valid, true);
});

test('a path that an upload gives is stopped by its steps, for it has no clock', () => {
  const long = 'ab'.repeat(1_000_000);
  for (const text of ['$[?(/[ab]*a[ab]{300}[cd]/.test(@))]', '$.list[?@parent.list[?@.index < 0]]']) {
    const found = lookUp(text, Document.of({ long, list }));
    assert.ok('reason' in found, text);
    assert.match(found.reason, /more than 3000000 evaluation steps/);
  }
});

test('a long search gives what the engine would give', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, (before, sought, after) => {
      const filler = 'ba'.repeat(600_000);
      const whole = `${before}${filler}${sought}${after}`;
      for (const one of [sought, `${sought}${'a'.repeat(20)}`, `${filler.slice(0, 2000)}${sought}`]) {
        assert.equal(indexOfText(whole, one, new Budget(now)), whole.indexOf(one));
      }
    }),
    { numRuns: 20 },
  );
});

test('a descent to members counts the scalars that it passes over', () => {
  const scalars = Document.of({ list: Array.from({ length: 100_000 }, () => 1) });
  const { result } = filterQuery(
    'strict $.**.x',
    { array: true, now, bounds: { ...queryLimits, evaluationStepsMax: 1000 } },
    scalars,
  );
  assert.equal(result.sqlState, '57014');
});

test('a long search counts steps for each 1000 characters of both texts', () => {
  const search = (evaluationStepsMax: number): number =>
    indexOfText(
      'a'.repeat(100_000),
      `${'a'.repeat(19_999)}b`,
      new Budget(now, { ...queryLimits, evaluationStepsMax }),
    );
  // The call costs 1,001 steps. Each 1000 characters cost 100 more: 19 times in the sought text, and 100
  // times in the other text.
  assert.equal(search(12_901), -1);
  assert.throws(() => search(12_900), { sqlState: '57014' });
});

test('caches of a warm process are bounded in bytes, and the least recently used entry leaves first', () => {
  const cache = new BoundedCache<number>(100);
  for (const [key, bytes] of [
    ['a', 40],
    ['b', 40],
  ] as const)
    cache.set(key, bytes, bytes);
  assert.equal(cache.get('a'), 40);
  cache.set('c', 1, 30);
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes], [40, undefined, 1, 70]);
  cache.set('a', 2, 10);
  assert.deepEqual([cache.get('a'), cache.bytes], [2, 40]);
  cache.set('huge', 3, 101);
  assert.deepEqual([cache.get('huge'), cache.bytes], [undefined, 0]);
});

test('a compiled pattern is kept, and so is what is wrong with one', () => {
  assert.ok(patternOf('^a+$', 'i') instanceof Pattern);
  assert.equal(patternOf('^a+$', 'i'), patternOf('^a+$', 'i'));
  assert.notEqual(patternOf('^a+$', 'i'), patternOf('^a+$', ''));
  assert.equal(patternOf('(', ''), patternOf('(', ''));
});

test('an error has a cause only when it is given one', () => {
  const cause = new RangeError('too deep');
  assert.equal(new QueryError('54001', 'too deep', { cause }).cause, cause);
  assert.ok(!('cause' in new QueryError('54001', 'too deep', { position: 1 })));
});
