/** Details of JSONPath answers that are easy to get wrong, each with a small document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Document } from '../../../../lib/results/query/document.ts';
import { arithmetic } from '../../../../lib/results/query/jsonpath/evaluation/calls.ts';
import { queryLimits } from '../../../../lib/results/query/limits.ts';
import { filterQuery } from '../../../../lib/results/query/query-document.ts';

const rows: readonly (readonly [path: string, document: string, value: string, rule: string])[] = [
  [
    '$[?@.a == @.b].n',
    '[{"a":[1],"b":[1,2],"n":1},{"a":[1],"b":[1],"n":2}]',
    '[2]',
    'arrays by all elements',
  ],
  [
    '$[?@.a == @.b].n',
    '[{"a":{"x":1},"b":{"x":1,"y":2},"n":1},{"a":{"x":1,"y":2},"b":{"y":2,"x":1},"n":2}]',
    '[2]',
    'objects by all members, in any order',
  ],
  [
    '$[?@.a == @.b].n',
    '[{"a":[1.50],"b":[1.5],"n":1}]',
    '[1]',
    'numbers inside arrays by value, not by digits',
  ],
  ['$[?@.a == @.b].n', '[{"a":{"12":1},"b":{"1\\u0032":1e0},"n":1}]', '[1]', 'names by what they say'],
  ['$[?length(@) == 3]', '["a😀b","a😀","a😀😀"]', '["a😀b","a😀😀"]', 'a surrogate pair is one character'],
  ['$[?@ > "\uffff"]', '["\ue000","\uffff","😀"]', '["😀"]', 'text is ordered by code points'],
  ['$[(@property)]', '{"$":7}', '[7]', 'the root is called $'],
  ['$.a[(@path)]', '{"a":{"$[\'a\']":5}}', '[5]', 'a script knows the path of its holder'],
  ['$.a[(@property)]', '{"a":{"a":5,"b":6}}', '[5]', 'and the name'],
  [
    '$.a.b[(@parentProperty)]',
    '{"a":{"b":{"b":1,"a":2}}}',
    '[1]',
    'and the name again, as jsonpath-plus has it',
  ],
  ["$.a[?@path == \"$['a']['12']\"]", '{"a":{"12":5,"13":6}}', '[5]', 'a path has names, not their encoding'],
  ['$.a[*]^^.n', '{"a":[1,2],"n":3}', '[3,3]', 'every match goes up by itself'],
  ['$.a[(@.length / 2)]', '{"a":[1,2,3]}', '[]', 'a fraction is no index'],
  ['$.a.length@number()', '{"a":[1,2]}', '[2]', 'a length has a type'],
  ['$.a.length~', '{"a":[1,2]}', '["length"]', 'a length has a name'],
  ['$.a.length^', '{"a":[1,2]}', '[[1,2]]', 'a length has a parent'],
  ['$.a.length^~', '{"a":"x"}', '["a"]', 'a length of a text has a parent'],
];

test('equality, lengths and places of candidates', () => {
  for (const [path, text, value, rule] of rows) {
    const { result } = filterQuery(path, { array: true, now: () => 0 }, new Document(Buffer.from(text)));
    assert.equal(result.value, value, `${path}: ${rule}; ${result.reason}`);
  }
});

test('the first match answers whether there is one', () => {
  const document = Document.of({ list: Array.from({ length: 1000 }, (_, n) => ({ n })) });
  const bounds = { ...queryLimits, evaluationStepsMax: 50 };
  const ask = (path: string) => filterQuery(path, { array: true, now: () => 0, bounds }, document).result;
  assert.equal(ask('$[?@[*].n].m').value, '[]');
  assert.equal(ask('$[?@..n].m').value, '[]');
  assert.equal(ask('$[?count(@[*].n) > 0].m').sqlState, '57014');
});

test('a descent counts the values that it passes', () => {
  const document = Document.of({ list: Array(100_000).fill(1) });
  const bounds = { ...queryLimits, evaluationStepsMax: 1000 };
  const { result } = filterQuery('$..a', { array: true, now: () => 0, bounds }, document);
  assert.equal(result.sqlState, '57014');
});

test('+ joins texts of up to 100,000 characters together, and longer ones are missing', () => {
  const joined = (left: number, right: number) => arithmetic('+', 'a'.repeat(left), 'b'.repeat(right));
  assert.equal(String(joined(60_000, 40_000)).length, 100_000);
  assert.equal(joined(60_000, 40_001), undefined);
});
