import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dialectOf, leniently } from '../../../lib/results/query/dialect.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { correctedText, corrections } from '../../../lib/results/query/jsonpath/grammar/corrections.ts';
import { filterQuery } from '../../../lib/results/query/query-document.ts';
import { queryRun } from '../../../lib/results/query/query-run.ts';

/** Wrong expressions of users, each with the corrected expression that the error must propose. */
const rows: readonly (readonly [brought: string, meant: string])[] = [
  ...corrections.map(({ form, becomes }) => [form, becomes] as const),
  ['$[store][book][*][author]', "$['store']['book'][*]['author']"],
  ['$[ a , 0,"b,c",1:2, \'d]\' ]', "$['a',0,\"b,c\",1:2,'d]']"],
  ['$.a.[0].[b]', "$.a[0]['b']"],
  ['$..a.', '$..a'],
  ['$.a..', '$.a..*'],
  ['[0].a', '$[0].a'],
  ['.a.b', '$.a.b'],
  ['..a', '$..a'],
  [" ['a'] ", "$['a']"],
  ['größe.x-y', '$.größe.x-y'],
  ['$..`a~', "$..['a~']"],
  ["$..`it's.b", "$..['it\\'s'].b"],
  ['$[`*]', "$['*']"],
  ['$.`a.b[0]`.c', "$['a.b[0]'].c"],
  ['`a b`..`c~`[0]', "$['a b']..['c~'][0]"],
  ['$[`a,b]` , `*,`c]', "$['a,b]','*','c']"],
  ['$.a[ ].b[].length()', '$.a[*].b[*].length'],
  ['store.book[?(@.a == "[x].")].', '$.store.book[?(@.a == "[x].")]'],
  ['results[*] ? (@.x == 1)', '$.results[*] ? (@.x == 1)'],
  ['.a[]', '$.a[*]'],
  ['.a | .[0] |.b', '$.a[0].b'],
  ['$.a[ ].b[]', '$.a[*].b[*]'],
];

test('a wrong expression is rejected with its correction, and the correction is used on request', () => {
  for (const [brought, meant] of rows) {
    const given = dialectOf(brought);
    assert.ok('error' in given, `${brought} is an expression already`);
    assert.ok(given.error.message.endsWith(`; did you mean ${meant}?`), given.error.message);
    const taken = leniently(given);
    assert.ok(!('error' in taken) && taken.text === meant, brought);
    assert.ok(!('error' in dialectOf(meant)), `${meant} is none`);
  }
});

test('nothing is named that is no expression either', () => {
  const hopeless = [
    '',
    ' ',
    '^',
    '^.a',
    '$.a[',
    '$[a b]',
    'hello world',
    'SELECT 1',
    '$.a[?(@.b ==)]',
    '1 +',
    '$[a',
    '$...',
    '.a | length',
    '.a || .b',
    ".['a|.b'] | .c",
  ];
  for (const text of hopeless) {
    const given = dialectOf(text);
    assert.ok('error' in given && given.corrected === undefined, text);
    assert.ok(!given.error.message.includes('did you mean'), given.error.message);
    assert.equal(leniently(given), given);
  }
});

test('an expression is never changed, and a correction needs no further correction', () => {
  const part = fc.constantFrom(
    '.a',
    '.*',
    '[*]',
    '[0]',
    "['a']",
    '[a]',
    '[]',
    '.length()',
    '..',
    '.',
    '`x',
    '`y`',
    '[?@.a]',
    ' ? (@ > 1)',
    '[last]',
    '[]',
    '|',
    '$',
    '@',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const text = parts.join('');
      const given = dialectOf(text);
      if (!('error' in given)) assert.equal(leniently(given), given);
      else if (given.corrected !== undefined)
        assert.equal(correctedText(given.corrected.text), given.corrected.text);
    }),
    { numRuns: 3000 },
  );
});

test('the reply has the expression that was evaluated', async () => {
  const document = Document.of({ store: { book: [{ author: 'A', price: 1 }] } });
  const options = { array: true, now: () => 0 };
  const strict = filterQuery('store.book[*][author]', options, document).result;
  assert.deepEqual(
    [strict.valid, strict.jsonpath, strict.sqlState],
    [false, 'store.book[*][author]', '42601'],
  );
  const proposal = /; did you mean \$\.store\.book\[\*\]\['author'\]\?/;
  assert.match(strict.reason ?? '', new RegExp(`${proposal.source}$`));
  const offered = filterQuery('store.book[*][author]', { ...options, lenient: false }, document).result;
  assert.match(
    offered.reason ?? '',
    new RegExp(`${proposal.source} \\(lenient=true corrects the expression\\)$`),
  );
  const lenient = filterQuery('store.book[*][author]', { ...options, lenient: true }, document).result;
  assert.deepEqual([lenient.jsonpath, lenient.value], ["$.store.book[*]['author']", '["A"]']);
  const text = new TextEncoder().encode('{"a":{"b":7}}');
  const source = {
    documentBytes: text.length,
    document: async (start: number, end?: number) => text.subarray(start, end),
    index: async () => undefined,
    openIndex: () => Promise.reject(new Error('a small run needs none')),
    kept: () => undefined,
    keep: () => {},
  };
  const { result } = await queryRun('a.b', { ...options, lenient: true }, source);
  assert.deepEqual([result.jsonpath, result.value], ['$.a.b', '[7]']);
  assert.equal((await queryRun('a.b', options, source)).result.valid, false);
});
