/** Small details of an answer of JSONPath, each on a document as it is written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget } from '../../../../lib/results/query/budget.ts';
import { Document } from '../../../../lib/results/query/document.ts';
import { filterQuery } from '../../../../lib/results/query/filter-query.ts';
import { evaluate, exists, parseJsonPath, rootOf } from '../../../../lib/results/query/jsonpath/json-path.ts';
import { queryLimits } from '../../../../lib/results/query/limits.ts';

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
  const ast = parseJsonPath('$.list[*]..n');
  assert.ok(!(ast instanceof Error));
  assert.equal(exists(ast, rootOf(document), new Budget(() => 0, bounds)), true);
  assert.throws(() => evaluate(ast, rootOf(document), new Budget(() => 0, bounds)), { sqlState: '57014' });
  const answered = filterQuery('$[?@[*].n].m', { array: false, now: () => 0, bounds }, document);
  assert.equal(answered.result.valid, true, answered.result.reason ?? '');
  const none = parseJsonPath('$.list[*].m');
  assert.ok(!(none instanceof Error));
  assert.equal(exists(none, rootOf(document), new Budget(() => 0)), false);
});
