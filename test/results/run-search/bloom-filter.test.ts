import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Budget } from '../../../lib/results/query/budget.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { bloomFilterOf, openBloomFilter } from '../../../lib/results/run-search/bloom-filter.ts';
import { occursIn } from '../../../lib/results/run-search/match-term.ts';
import { isMet } from '../../../lib/results/run-search/needs.ts';
import { searchTerms } from '../../../lib/results/run-search/parse-search.ts';
import { needOfTerm, needsOf } from '../../../lib/results/run-search/term-needs.ts';
import { cases } from '../../runner/cases.ts';
import { jsonQuestions, sqlQuestions } from '../query/planner/questions.ts';
import { regularDocuments } from '../query/planner/regular-documents.ts';

/** When the filter of a document does not have a word, no search for that word finds the document. */

const now = () => 0;

function needOf(query: string, matchAll = false) {
  const terms = searchTerms(query, { now });
  if ('valid' in terms) throw assert.fail(`${query}: ${terms.reason}`);
  return needsOf(terms, matchAll);
}

function opened(document: unknown) {
  const bytes = bloomFilterOf(document);
  const words = bytes && openBloomFilter(bytes);
  return words ?? assert.fail('a small document has words');
}

const names = ['a', 'b', 'key', 'length', '0', 'value'];
const scalar = fc.constantFrom<unknown>('x', 'y', 'a', 0, 1, 1.5, true, false, null, '', 'x'.repeat(65));
const { document } = fc.letrec((tie) => ({
  document: fc.oneof({ depthSize: 'small', maxDepth: 4 }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('document'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom(...names), tie('document'), { maxKeys: 3 }),
}));

const word = fc.constantFrom(...names);
const literal = fc.constantFrom('"x"', '"y"', '"a"', '0', '1', '1.5', '-0', 'true', 'false', 'null', '""');
const operator = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const texts = (list: fc.Arbitrary<string>[], glue = '') => fc.tuple(...list).map((parts) => parts.join(glue));
const repeated = (part: fc.Arbitrary<string>, max = 3) =>
  fc.array(part, { maxLength: max }).map((parts) => parts.join(''));

/** Random paths and conditions in one of the two query languages. */
function grammarOf(
  step: fc.Arbitrary<string>,
  around: (condition: string) => string,
  others: fc.Arbitrary<string>,
) {
  const place = fc.constantFrom('@', '$');
  const { condition } = fc.letrec<{ condition: string; path: string }>((tie) => ({
    path: texts([place, repeated(step)]),
    condition: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      texts([tie('path'), operator, literal], ' '),
      texts([literal, operator, tie('path')], ' '),
      texts([tie('path'), operator, tie('path')], ' '),
      others,
      texts([tie('condition'), fc.constantFrom('&&', '||'), tie('condition')], ' ').map(
        (both) => `(${both})`,
      ),
      tie('condition').map((one) => `!(${one})`),
    ),
  }));
  const filter = condition.map(around);
  return { condition, path: texts([fc.constant('$'), repeated(fc.oneof(step, step, filter), 4)]) };
}

const sqlStep = fc.oneof(
  word.map((name) => `."${name}"`),
  fc.constantFrom(
    '.*',
    '[*]',
    '[0]',
    '[last]',
    '.**',
    '.size()',
    '.type()',
    '.keyvalue()',
    '.double()',
    '."key"',
  ),
);
const sqlOther = texts([fc.constantFrom('@', '$'), repeated(sqlStep)]).chain((path) =>
  fc.constantFrom(
    `exists(${path})`,
    `${path} starts with "x"`,
    `(${path} > 1) is unknown`,
    `${path} like_regex "^x"`,
  ),
);
const sql = grammarOf(sqlStep, (condition) => ` ? (${condition})`, sqlOther);
const jsonStep = fc.oneof(
  word.map((name) => `["${name}"]`),
  word.map((name) => `.${name}`),
  fc.constantFrom('.*', '[*]', '[0]', '[-1]', '[0:2]', '..a', "..['b']", "['a','b']", '^', '~', '@number()'),
);
const jsonOther = fc.oneof(
  texts([fc.constantFrom('@', '$'), repeated(jsonStep)]),
  fc.constantFrom(
    '@property == "a"',
    '@parent.a == 1',
    'length(@.a) > 0',
    'typeof @.a == "string"',
    '@.a == undefined',
  ),
);
const json = grammarOf(jsonStep, (condition) => `[?(${condition})]`, jsonOther);

const query = fc.oneof(
  word,
  sql.path,
  sql.path.map((path) => `lax ${path}`),
  sql.path.map((path) => `strict ${path}`),
  sql.condition.map((condition) => `lax ${condition.replaceAll('@', '$')}`),
  sql.condition.filter((condition) => condition.startsWith('@')),
  json.path,
  json.condition.filter((condition) => condition.startsWith('@')),
);

test('a document that lacks what a search needs is not found by it', () => {
  const seen = { found: 0, lacking: 0, refused: 0 };
  const law = fc.property(fc.array(document, { minLength: 1, maxLength: 6 }), query, (documents, text) => {
    const terms = searchTerms(text, { now });
    if ('valid' in terms) {
      seen.refused += 1;
      return;
    }
    for (const each of documents)
      for (const term of terms) {
        const found = occursIn(Document.of(each), term, new Budget(now));
        const may = isMet(needOfTerm(term), opened(each));
        assert.ok(may || !found, `${text} finds ${JSON.stringify(each)}`);
        seen.found += Number(found);
        seen.lacking += Number(!may);
      }
  });
  fc.assert(law, { numRuns: cases(1000, 5000) });
  assert.ok(seen.found > 500 && seen.lacking > 500, JSON.stringify(seen));
});

test('nor is one by the questions that planners are tested with', () => {
  let found = 0;
  const questions = fc.oneof(sqlQuestions, jsonQuestions);
  const law = fc.property(
    regularDocuments,
    fc.array(questions, { minLength: 5, maxLength: 5 }),
    (text, asked) => {
      const words = opened(JSON.parse(text));
      for (const one of asked) {
        const terms = searchTerms(one, { now });
        if ('valid' in terms) continue;
        for (const term of terms) {
          if (!occursIn(new Document(new TextEncoder().encode(text)), term, new Budget(now))) continue;
          found += 1;
          assert.ok(isMet(needOfTerm(term), words), `${one} finds ${text}`);
        }
      }
    },
  );
  fc.assert(law, { numRuns: 500 });
  assert.ok(found > 100, `${found} found`);
});

test('the words of a document tell most of what it lacks', () => {
  const words = opened({
    info: { branch: 'main', build: 7 },
    results: [{ name: 'a', tags: ['x', 'y'], p99: 10 }],
  });
  const cases: readonly [query: string, may: boolean][] = [
    ['p99', true],
    ['nobody', false],
    ['$.info.branch', true],
    ['$.info.nope', false],
    ['$.results[?(@.p99 > 5)]', true],
    ['$.results[?(@.p50 > 5)]', false],
    ['$[?(@.other.build == 7)]', false],
    ['$.results[?($.other.build == 7)]', false],
    ["@.branch == 'main'", true],
    ["@.branch == 'next'", false],
    ['$.info.build < $.nope', false],
    ['@.branch == "next" || @.name == "a"', true],
    ['@.branch == "next" || @.name == "b"', false],
    ['@.branch == "main" && @.name == "b"', false],
    ['$.info ? (@.build == 7)', true],
    ['$.info ? (@.build == 8)', false],
    ['lax $.info.build == 8', false],
    ['$.results.tags ? (@ == "z")', true],
    ['$.results ? (@.tags == "y")', true],
    ['$.results ? (@.tags[*] == "z")', false],
    ['nobody, p99', true],
    ['nobody, nowhere', false],
    ['$.**.nope', false],
    ['$ ? (!exists(@.nope))', true],
    ['$.info.keyvalue().value', true],
    ['$.info.keyvalue().value == "main"', true],
  ];
  for (const [text, may] of cases) assert.equal(isMet(needOf(text), words), may, text);
  assert.equal(isMet(needOf('nobody, p99', true), words), false, 'all of them');
});

test('a filter has only the name for many values at a name, and for long texts', () => {
  const many = opened({ list: Array.from({ length: 100 }, (_, n) => ({ n })), text: 'x'.repeat(65), one: 1 });
  assert.ok(isMet(needOf('@.n == 1000'), many));
  assert.ok(isMet(needOf('@.text == "y"'), many));
  assert.ok(!isMet(needOf('@.one == 2'), many));
  const wide = (names: number) =>
    Object.fromEntries(Array.from({ length: names }, (_, n) => [`name ${n}`, n]));
  assert.ok(bloomFilterOf(wide(1000)), 'a document with 2000 words');
  assert.equal(bloomFilterOf(wide(1001)), undefined);
});

test('a filter reports a missing word in at most one of a hundred documents', () => {
  const words = Array.from({ length: 200 }, (_, n) =>
    opened({
      [`id ${n}`]: `x${n}`,
      rows: Array.from({ length: 20 }, (_, at) => ({ [`m${at}`]: `${n}-${at}` })),
    }),
  );
  let wrong = 0;
  for (let n = 0; n < 50; n += 1) for (const each of words) wrong += Number(each.has(`other ${n}`));
  assert.ok(wrong < 200, `${wrong} of 10,000`);
});

test('words of another release are no words', () => {
  const bytes = bloomFilterOf({ a: 1 }) ?? assert.fail();
  assert.ok(openBloomFilter(bytes));
  assert.equal(openBloomFilter(Uint8Array.of(2, ...bytes.subarray(1))), undefined);
  const empty = openBloomFilter(bloomFilterOf([]) ?? assert.fail());
  assert.equal(empty?.has('a'), false);
});
