/**
 * One pass over a document finds the values to which the steps of a path lead, and the places where strict
 * mode has an error.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ScanLimits, scanLimits } from '../../../../../lib/results/json/limits.ts';
import { isScannable, ValueScan } from '../../../../../lib/results/query/planner/rows/path-scan.ts';
import { existenceTest } from '../../../../../lib/results/query/planner/shape/cells.ts';
import { elementAt, isDeep, type Step } from '../../../../../lib/results/query/planner/shape/path-shape.ts';
import { cut, utf8 } from '../../../run-index/stored.ts';
import { textsOf } from '../written.ts';

const member = (name: string): Step => ({ kind: 'member', name });
const deepMember: Step = { kind: 'member', name: 'a', deep: true };
const wildcard: Step = { kind: 'wildcard' };
const deepWildcard: Step = { kind: 'wildcard', deep: true };
const slice = (start: number, end?: number): Step => ({
  kind: 'slice',
  start,
  ...(end !== undefined && { end }),
});
type Rule = 'jsonpath' | 'lax' | 'strict';

test('steps that one pass can follow', () => {
  const condition = { kind: 'test', path: [], test: existenceTest(0) } as const;
  const cases: readonly (readonly [readonly Step[], boolean])[] = [
    [[], true],
    [[member('a'), wildcard, slice(0), slice(0, 0), slice(3, 9)], true],
    [[slice(-1)], true],
    [[slice(0, -1)], true],
    [[{ kind: 'filter', condition }], false],
    [[{ kind: 'members' }], false],
    [[{ kind: 'count' }], false],
    [[deepMember, member('a')], true],
    [[member('a'), deepWildcard], true],
    [[deepMember, deepWildcard], false],
    [Array.from({ length: 30 }, () => wildcard), true],
    [Array.from({ length: 31 }, () => wildcard), false],
  ];
  for (const [steps, isRight] of cases) assert.equal(isScannable(steps), isRight, JSON.stringify(steps));
  for (const [step, deep] of [
    [member('a'), false],
    [deepMember, true],
    [deepWildcard, true],
    [slice(0), false],
  ] as const)
    assert.equal(isDeep(step), deep);
  assert.deepEqual([elementAt(-1), elementAt(-2), elementAt(0)], [slice(-1), slice(-2, -1), slice(0, 1)]);
});

/** The values found, or undefined when strict mode may have an error. */
function found(
  steps: readonly Step[],
  rule: Rule,
  json: string,
  size = 1000,
  limits: Partial<ScanLimits> = {},
) {
  const scan = new ValueScan(steps, rule, { limits: { ...scanLimits, ...limits } });
  for (const chunk of cut(utf8(json), [size])) assert.equal(scan.push(chunk), undefined);
  const values = scan.end();
  assert.ok(!('reason' in values), json);
  return scan.isFailed ? undefined : textsOf(values);
}

const thirty = Array.from({ length: 30 }, () => slice(0, 1));
const rows: readonly (readonly [
  readonly Step[],
  Rule,
  json: string,
  values: readonly string[] | undefined,
])[] = [
  [[], 'jsonpath', ' [1, 2] ', ['[1, 2]']],
  [thirty, 'jsonpath', `${'['.repeat(30)}7${']'.repeat(30)}`, ['7']],
  // Members by name, with and without escapes in the document.
  [[member('a')], 'jsonpath', '{"\\u0061":1,"b":2}', ['1']],
  [[member('é"\n')], 'jsonpath', '{"é\\"\\n":1}', ['1']],
  [[member('é"\n')], 'jsonpath', '{"\\u00e9\\u0022\\u000A":1}', ['1']],
  [[member('😀')], 'jsonpath', '{"\\ud83d\\ude00":1}', ['1']],
  [[member('\ud83d')], 'jsonpath', '{"\\ud83d":1,"\\ud83e":2}', ['1']],
  [[member('')], 'jsonpath', '{"":1,"a":2}', ['1']],
  [[member('a')], 'jsonpath', '{"ab":1,"b":2,"":3,"\\\\a":4}', []],
  // Steps that select nothing or the value itself, because the member is missing or the value is of another
  // kind.
  [[member('a')], 'jsonpath', '[{"a":1}]', []],
  [[slice(0)], 'jsonpath', '{"a":1}', []],
  [[wildcard], 'jsonpath', '{"a":1,"b":[2]}', ['1', '[2]']],
  [[wildcard], 'lax', '{"a":1}', ['{"a":1}']],
  [[wildcard], 'strict', '{"a":1}', undefined],
  [[member('a')], 'lax', '[{"a":1},{"a":2},[{"a":3}]]', ['1', '2']],
  [[member('a')], 'strict', '[{"a":1}]', undefined],
  [[member('a')], 'strict', '{"b":1}', undefined],
  [[member('a'), slice(0, 1), wildcard], 'lax', '{"a":{"b":1}}', ['{"b":1}']],
  [[slice(1)], 'lax', '5', []],
  // Elements by index, also counted from the end.
  [[slice(1, 3)], 'jsonpath', '[0,1,2,3]', ['1', '2']],
  [[slice(-1)], 'jsonpath', '[0,"]",[2,3]]', ['[2,3]']],
  [[slice(-1)], 'jsonpath', '[]', []],
  [[slice(-9, -1)], 'jsonpath', '[0,{"a":[1,2]},2]', ['0', '{"a":[1,2]}']],
  [[wildcard, slice(-2, -1)], 'jsonpath', '[[1,2,3],[4],[],[5,6]]', ['2', '5']],
  [[slice(-1)], 'lax', '5', ['5']],
  [[slice(-2, -1)], 'lax', '5', []],
  [[slice(1, 3)], 'strict', '[0,1]', undefined],
  [[slice(1, 3)], 'strict', '[0,1,2]', ['1', '2']],
  [[slice(2, 1)], 'strict', '[0,1,2]', undefined],
  [[slice(-1)], 'strict', '[0,1]', ['1']],
  [[slice(-3)], 'strict', '[0,1]', undefined],
  [[slice(-1)], 'strict', '[]', undefined],
  // A match is returned before the matches inside it.
  [[deepMember], 'jsonpath', '{"b":{"a":1},"a":{"a":2}}', ['{"a":2}', '1', '2']],
  [[deepMember, member('a')], 'jsonpath', '{"a":{"a":{"a":1}}}', ['{"a":{"a":1}}'.slice(5, -1), '1']],
  [[deepWildcard], 'jsonpath', '[[1],{"a":2}]', ['[1]', '{"a":2}', '1', '2']],
  // Strings that equal the searched name, and names with escapes, blanks and long strings around them.
  [[deepMember], 'jsonpath', '{"b":"a","c":["a",{"a" \n : 1}],"\\u0061":2,"aa":{"a\\u0000":3}}', ['2', '1']],
  [
    [deepMember],
    'jsonpath',
    `{"b":"${'\\"a\\":'.repeat(50)}","c":{"a":"${'x'.repeat(99)}"}}`,
    [`"${'x'.repeat(99)}"`],
  ],
  [
    [deepMember, member('b')],
    'jsonpath',
    '[{"a":{"b":1,"a":{"b":[2]}}},{"a":[{"a":{"b":3}}]}]',
    ['1', '[2]', '3'],
  ],
  [[{ ...deepMember, name: '' }], 'jsonpath', '[{"":1,"b":""},"",{"c":{"":2}}]', ['1', '2']],
  [[{ ...deepMember, name: '\n' }], 'jsonpath', '{"\\n":1,"n":2,"\\u000a\\n":3}', ['1']],
  // At any depth, strict mode ignores missing members. The order is that of PostgreSQL's `jsonb`.
  [[deepMember], 'strict', '{"b":{"a":1},"cc":[{"a":2},3,[]]}', ['1', '2']],
  [[deepMember], 'strict', '{"cc":{"a":1},"b":{"a":2}}', undefined],
  [[deepMember], 'strict', '{"c":{"a":1},"b":{"a":2}}', undefined],
  [[deepMember], 'strict', '{"b":{"a":1},"a":5}', ['5', '1']],
  [[member('b'), deepMember], 'strict', '{"c":1}', undefined],
  [[member('b'), deepWildcard], 'strict', '{"b":[[1],{"c":2}]}', ['[1]', '{"c":2}', '1']],
];
test('values by steps, rule and document', () => {
  for (const [steps, rule, json, values] of rows)
    for (const size of [1, 3, 1000])
      assert.deepEqual(found(steps, rule, json, size), values, `${JSON.stringify(steps)} ${rule} ${json}`);
});

test('values keep their bytes across windows of any size', () => {
  const texts = ['a', 'b'.repeat(65), 'c'.repeat(300), 'd', 'é'.repeat(90)].map((one) => JSON.stringify(one));
  const json = `[${texts.join()},[${texts.join()},{"x":[${texts.join()}]}]]`;
  for (const windowBytes of [64, 65, 100, 1000]) {
    const limits = { windowBytes, tokenBytesMax: 24 };
    assert.deepEqual(found([wildcard], 'jsonpath', json, 7, limits)?.slice(0, 5), texts);
    assert.deepEqual(found([deepWildcard], 'jsonpath', json, 7, limits)?.slice(6, 11), texts);
    assert.deepEqual(found([], 'jsonpath', json, 7, limits), [json]);
  }
});

test('a name that is too long to read is no name of a path, and has no place in the order of jsonb', () => {
  const json = `{"${'n'.repeat(300)}":{"a":1}}`;
  const limits = { windowBytes: 64, tokenBytesMax: 24 };
  assert.deepEqual(found([deepMember], 'jsonpath', json, 9, limits), ['1']);
  assert.deepEqual(found([member('')], 'jsonpath', json, 9, limits), []);
  assert.equal(found([deepMember], 'strict', json, 9, limits), undefined);
});

test('an array that is longer than a window is not counted from its end', () => {
  const json = `[[${'1,'.repeat(40)}2],[3]]`;
  assert.equal(found([wildcard, slice(-1)], 'jsonpath', json, 9, { windowBytes: 60 }), undefined);
  assert.deepEqual(found([wildcard, slice(-1)], 'jsonpath', json, 9, { windowBytes: 600 }), ['2', '3']);
});
