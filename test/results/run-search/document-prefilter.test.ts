/** A prefilter leaves out only documents in which the term finds nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Budget } from '../../../lib/results/query/budget.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { isWorthRepeating } from '../../../lib/results/run-search/document-prefilter.ts';
import { occursIn } from '../../../lib/results/run-search/match-term.ts';
import { searchTerms, type Term } from '../../../lib/results/run-search/parse-search.ts';

const now = () => 0;

function termOf(text: string): Term {
  const terms = searchTerms(text, { now });
  if ('valid' in terms) throw assert.fail(terms.reason ?? text);
  const [term] = terms;
  assert.ok(term !== undefined);
  return term;
}

function passes(text: string, json: string): boolean {
  const { prefilter } = termOf(text);
  assert.ok(prefilter !== undefined, text);
  return isWorthRepeating(prefilter, new Document(Buffer.from(json)), new Budget(now));
}

const cases: readonly (readonly [text: string, json: string, isWorthRepeating: boolean])[] = [
  ['@.a > 3', '[{"b":4},{"a":3},{"x":{"a":"4"}}]', false],
  ['@.a > 3', '[{"b":4},{"a":3},{"x":{"a":4}}]', true],
  ['$.** ? (3 < @.a)', '{"a":3}', false],
  ['$.** ? (3 < @.a)', '{"a":3.1}', true],
  ['@.a > 3', '{"a":[1,4]}', true],
  ['@.a > 3', '{"a":[[1,3]]}', false],
  ['@.a > 3', '{"a":{"b":4}}', false],
  ['@.a > 3', '{"a":4,"a":1}', true],
  ['@.a > 3', '{"a":1,"a":4}', true],
  ['@.a == "x"', '{"\\u0061":"\\u0078"}', true],
  ['@.a == "x"', '{"a":"y","x":"a"}', false],
  ['@.b == 2 && @.a > 3', '{"a":4}', false],
  ['@.x.a == null', '\ufeff{"x":{"a":null}}', true],
  ['$.x ? (@.a != 1).b', '{"x":{"a":1}}', false],
  ['$.a > 3', '{"a":3}', false],
  ['strict $.**?(@.a >= 9007199254740993)', '{"a":9007199254740992}', false],
  ['strict $.**?(@.a >= 9007199254740993)', '{"a":9007199254740993}', true],
  ['@.a > 3 || @.b > 3', '{"a":3,"b":3,"c":4}', false],
  ['@.a > 3 || @.b > 3', '{"a":3,"b":4}', true],
  ['@.c == 1 && (@.a > 3 || @.b > 3)', '{"a":4,"b":4,"c":2}', false],
  ['$..[?(@.a > 3)]', '[{"a":3},{"b":{"a":"4"}}]', false],
  ['$..[?(@.a > 3)]', '[{"a":3},{"b":{"a":4}}]', true],
  ['$..[?@.a > 3]', '{"a":[4]}', false],
  ['$..[?"x" == @["a"]]', '{"a":"x"}', true],
  ["$.list[?@.x.a == 'x' && @.b]", '{"x":1,"a":"y"}', false],
  ["$.list[?@.x.a == 'x' && @.b].c", '{"a":"x"}', true],
  ["$.list[?(@.a == 'x' || $.b < 2)]", '{"a":"y","b":2}', false],
  ["$.list[?(@.a == 'x' || $.b < 2)]", '{"a":"y","b":1}', true],
  ["@.a === 'x'", '{"a":"y","b":"x"}', false],
  ["@.a === 'x'", '[{"a":"x"}]', true],
  // The search reports that the document is broken.
  ['@.a > 3', '{"b":', true],
];
for (const [text, json, expected] of cases)
  test(`${text} ${expected ? 'may pass' : 'cannot pass'} in ${json}`, () => {
    assert.equal(passes(text, json), expected);
  });

for (const text of [
  '@.a > 3 || @.b',
  '@.a > 3 || @.b > 3 || @.c > 3 || @.d > 3 || @.e > 3',
  '$..[?(@.a != 3)]',
  '$..[?(@.a == undefined)]',
  '$..[?(!(@.a > 3))]',
  '$..[?(@.a)]',
  '$..[?(@.a > 3), 0]',
  '$..[?(@.length > 3)]',
  '$..[?(@property == "a")]',
  '$..[?(@.a[0] > 3)]',
  '$..[?(@.a.length == 3)]',
  '$..[?length(@.a) == 3]',
  '$.** ? (!(@.a > 3))',
  '$.** ? (exists(@.a))',
  '@.a > @.b',
  '@ > 3',
  '@.a[*] > 3',
  '@.a.size() > 3',
  '@.keyvalue().value > 3',
  '$.keyvalue() ? (@.value > 3)',
  '$.a + 1 > 3',
  '$.a',
])
  test(`${text} has no prefilter`, () => {
    assert.equal(termOf(text).prefilter, undefined);
  });

test('every document in which a term finds something may pass', () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(0, 1, 2, -1, 1.5, '1', 'x', null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
    ),
  }));
  const texts = fc.constantFrom(
    ...[
      '@.a > 1',
      '@.a.b == 1',
      '$.** ? (1 >= @.b)',
      '@.c != null && @.a == "x"',
      '@.a[0].b < 2',
      '@.*.a == true',
    ],
    ...['@.a > 1 || @.b == "x"', '@.c == null && (@.a > 1 || @.b == 0)', '@.a === 1 || @.b === 2'],
    ...['$..[?(@.a > 1)]', "$..[?@.a.b == 'x']", '$..[?(1 >= @.b)]..c', '$[?(@.a == 1 || @.b < 1)]'],
    ...["$.a[?@.c == null && @.a != 'x']", '$..[?($.a > 0)]', '$..[?@["a"] == true || @.b == 1]^'],
    ...['$.a[*] ? (@.b > 0).c', '$.b == 2', 'strict $.** ? (@.a < 1)', '@.**.c > 0', '$.a.b ? (@.c == 1)'],
  );
  let found = 0;
  fc.assert(
    fc.property(value, texts, (document, text) => {
      const json = JSON.stringify(document);
      const occurs = occursIn(new Document(Buffer.from(json)), termOf(text), new Budget(now));
      found += Number(occurs);
      if (occurs) assert.ok(passes(text, json));
    }),
    { numRuns: 3000 },
  );
  assert.ok(found > 20);
});
