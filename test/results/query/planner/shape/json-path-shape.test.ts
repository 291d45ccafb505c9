/** The planner finds the same values for a JSONPath as the evaluator, or it declines the path. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Document } from '../../../../../lib/results/query/document.ts';
import { parseJsonPath } from '../../../../../lib/results/query/jsonpath/json-path.ts';
import { planQuery } from '../../../../../lib/results/query/planner/plan-query.ts';
import { normalised } from '../../../../../lib/results/query/planner/rows/compact-json.ts';
import { jsonOf } from '../../../../../lib/results/query/planner/rows/raw-values.ts';
import { testRows } from '../../../../../lib/results/query/planner/rows/row-predicate.ts';
import { runPlan } from '../../../../../lib/results/query/planner/run-plan.ts';
import { existenceTest } from '../../../../../lib/results/query/planner/shape/cells.ts';
import {
  comparisonWith,
  isTruthy,
} from '../../../../../lib/results/query/planner/shape/json-path-cell-tests.ts';
import { jsonPathShape } from '../../../../../lib/results/query/planner/shape/json-path-shape.ts';
import type { Condition, PathShape } from '../../../../../lib/results/query/planner/shape/path-shape.ts';
import { truth } from '../../../../../lib/results/query/planner/shape/path-shape.ts';
import { filterQuery } from '../../../../../lib/results/query/query-document.ts';
import { cases } from '../../../../runner/cases.ts';
import { documents, several } from '../../../run-index/documents.ts';
import { indexed, rangesOf, small, utf8 } from '../../../run-index/stored.ts';

function shapeOf(text: string): PathShape {
  const ast = parseJsonPath(text);
  assert.ok(!(ast instanceof Error), text);
  return jsonPathShape(ast);
}

const member = (name: string) => ({ kind: 'member', name }) as const;
const wildcard = { kind: 'wildcard' } as const;
const deep = true;

const steps: readonly (readonly [string, PathShape['steps']])[] = [
  ['$', []],
  ['$.name', [member('name')]],
  ["$['a b'].c", [member('a b'), member('c')]],
  ['$.results[*].value', [member('results'), wildcard, member('value')]],
  ['$.*', [wildcard]],
  ['$.r[9000]', [member('r'), { kind: 'slice', start: 9000, end: 9001 }]],
  ['$.r[-1]', [member('r'), { kind: 'slice', start: -1 }]],
  ['$.r[-2]', [member('r'), { kind: 'slice', start: -2, end: -1 }]],
  ['$.r[1:3]', [member('r'), { kind: 'slice', start: 1, end: 3 }]],
  ['$.r[:]', [member('r'), { kind: 'slice', start: 0 }]],
  ['$..p99', [{ ...member('p99'), deep }]],
  ['$..*', [{ ...wildcard, deep }]],
  ["$['length']", [member('length')]],
  ["$.a['0']", [member('a'), member('0')]],
  ['$.a.length', [member('a'), { kind: 'count' }]],
  ['$..length', undefined],
  ['$.a[::2]', undefined],
  ['$.a[::-1]', undefined],
  ['$..[0]', undefined],
  ["$['a','b']", undefined],
  ['$.a^', undefined],
  ['$.a~', undefined],
  ['$.a@number()', undefined],
  ['$.a[(@.length-1)]', undefined],
];
for (const [text, wanted] of steps) {
  test(`the steps of ${text}`, () => assert.deepEqual(shapeOf(text).steps, wanted));
}

const existence: Condition = { kind: 'test', path: ['v'], test: existenceTest(truth.no) };
const conditions: readonly (readonly [string, Condition | undefined])[] = [
  ['$.r[?(@.v > 990)]', comparisonWith(['v'], '>', 990)],
  ['$.r[?990 < @.v]', comparisonWith(['v'], '>', 990)],
  ['$.r[?(@.v) > (990)]', comparisonWith(['v'], '>', 990)],
  ['$.r[?(2) <= @.v]', comparisonWith(['v'], '>=', 2)],
  ['$.r[?2 >= @.v]', comparisonWith(['v'], '<=', 2)],
  ['$.r[?2 > @.v]', comparisonWith(['v'], '<', 2)],
  ['$.r[?2 == @.v]', comparisonWith(['v'], '==', 2)],
  ['$.r[?2 != @.v]', comparisonWith(['v'], '!=', 2)],
  ["$.r[?@.a.b == 'x']", comparisonWith(['a', 'b'], '==', 'x')],
  ['$.r[?@ != null]', comparisonWith([], '!=', null)],
  ['$.r[?@.v]', existence],
  ['$.r[?(@.v)]', { kind: 'test', path: ['v'], test: isTruthy }],
  ['$.r[?!@.v]', { kind: 'not', operand: existence }],
  [
    '$.r[?@.a >= 1 && (@.b <= 2 || @.c == true)]',
    {
      kind: 'and',
      left: comparisonWith(['a'], '>=', 1),
      right: { kind: 'or', left: comparisonWith(['b'], '<=', 2), right: comparisonWith(['c'], '==', true) },
    },
  ],
  ['$.r[?@.a == @.b[0]]', undefined],
  ['$.r[?@.a > $.limit]', undefined],
  ['$.r[?@.a == undefined]', undefined],
  ['$.r[?@.a + 1 > 2]', undefined],
  ['$.r[?length(@.a) > 2]', undefined],
  ['$.r[?@.a.length > 2]', undefined],
  ["$.r[?@['length'] > 2]", comparisonWith(['length'], '>', 2)],
  ['$.r[?@.a[0] > 2]', undefined],
  ['$.r[?@.*]', undefined],
  ["$.r[?match(@.a, 'x')]", undefined],
];
for (const [text, condition] of conditions) {
  test(`the condition of ${text}`, () => {
    const [first, filter, ...others] = shapeOf(text).steps ?? [];
    if (condition === undefined) return assert.equal(first, undefined);
    assert.ok(filter?.kind === 'filter');
    assert.deepEqual([first, others], [member('r'), []]);
    assert.deepEqual(withTruths(filter.condition), withTruths(condition));
  });
}

/**
 * A condition with the results of its tests on some cells in place of the tests, so that conditions can be
 * compared.
 */
function withTruths(condition: Condition): unknown {
  if ('operand' in condition) return { ...condition, operand: withTruths(condition.operand) };
  if ('left' in condition)
    return { ...condition, left: withTruths(condition.left), right: withTruths(condition.right) };
  const cells = ['', 'null', 'true', 'false', '""', '"x"', '0', '1', '2', '3', '989', '990', '991'];
  const content = utf8(cells.map((cell) => `${cell}\n`).join(''));
  const truths = testRows(
    condition,
    cells.length,
    () => content,
    () => {},
  );
  return { path: condition.path, truths };
}

const reaches: readonly (readonly [string, readonly string[] | undefined])[] = [
  ['$', undefined],
  ['$.*', undefined],
  ['$..a', undefined],
  ['$.a', ['a']],
  ['$.length', ['length']],
  ["$['a','b'].c", ['a', 'b']],
  ["$['a',*]", undefined],
  ['$.a..b', ['a']],
  ['$.a^', undefined],
  ['$.a.b^', ['a']],
  ['$.a.b^^', undefined],
  ['$.a.b^^.c', undefined],
  ['$.a~', ['a']],
  ['$.a[?@.x > $.b.c]', ['a', 'b']],
  ['$.a[?(@.x > @root.b)]', ['a', 'b']],
  ['$.a[?@.x > $.b && count($.c[?@.y == $.d]) > 0]', ['a', 'b', 'c', 'd']],
  ['$.a[?count($.*) > 0]', undefined],
  ['$.a[?count($) > 0]', undefined],
  ['$.a[?(@parent.x)]', undefined],
  ["$.a[?(@property == 'x')]", ['a']],
  ['$.a[($.b)]', ['a', 'b']],
];
for (const [text, wanted] of reaches) {
  test(`the reach of ${text}`, () => assert.deepEqual(shapeOf(text).reach, wanted));
}

const parts: readonly (readonly [string, PathShape['parts']])[] = [
  ['$.r[*].a', { member: 'r' }],
  ["$['r'][?@.a == @.b].c", { member: 'r' }],
  ['$.r[*]..a', { member: 'r' }],
  ['$.r[?count(@.a[?@.b > 1]) > 2]', { member: 'r' }],
  ['$[*].a', {}],
  ['$[?@.a > 1][0]', {}],
  ['$.r[*].a^.b', { member: 'r' }],
  ['$.r[*].a~', { member: 'r' }],
  ['$.r[*]^', undefined],
  ['$.r[*].a^^', undefined],
  ['$.r[*]~', undefined],
  ['$.r[*].a^~', undefined],
  ['$.r[0:2].a', undefined],
  ['$.r[0,1]', undefined],
  ['$.r[*,0]', undefined],
  ['$.r..a', undefined],
  ['$..r[*]', undefined],
  ['$.r.length', undefined],
  ['$.length[*]', undefined],
  ["$['r','s'][*]", undefined],
  ['$.r[?@.a > $.b]', undefined],
  ['$.r[*].a[?(@.x == @root.b)]', undefined],
  ['$.r[?(@property > 1)]', undefined],
  ['$.r[?(@parent.a)]', undefined],
  ['$.r[?(@path == "x")]', undefined],
  ['$.r', undefined],
  ['$', undefined],
];
for (const [text, wanted] of parts) {
  test(`the parts of ${text}`, () => assert.deepEqual(shapeOf(text).parts, wanted));
}

const names = ["['a']", '.a', '.b', '.value', '.name', "['x y']", "['length']", '.length', "['0']", '.ü'];
const segment = fc.constantFrom(
  ...names,
  '[*]',
  '.*',
  '[0]',
  '[-1]',
  '[2]',
  '[1:]',
  '[:-1]',
  '[::2]',
  '..a',
  '..*',
  "['a','b']",
  '^',
);
const operand = fc.constantFrom('@', '@.a', '@.b', '@.value', "@['x y']", '@.a.b', '$.a', '$.b.value', '@.*');
const condition = fc.oneof(
  operand.map((one) => `?${one}`),
  operand.map((one) => `?(${one})`),
  fc
    .tuple(
      operand,
      fc.constantFrom('==', '!=', '<', '<=', '>', '>='),
      fc.constantFrom('1', '10', "'a'", 'null', 'true', '@.b'),
    )
    .filter(([left]) => left !== '@.*')
    .map(([left, operator, right]) => `?${left} ${operator} ${right}`),
);
const expression = fc
  .tuple(
    fc.constantFrom('', '.a', '.b', '.value'),
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: segment },
        { weight: 1, arbitrary: condition.map((one) => `[${one}]`) },
      ),
      { maxLength: 3 },
    ),
  )
  .map(([first, rest]) => `$${first}${rest.join('')}`);

test('random JSONPaths have the answer, letter for letter, that evaluating the whole document has', () =>
  fc.assert(
    fc.asyncProperty(documents, several(expression), async (source, texts) => {
      const document = utf8(source);
      const { index, bytes } = await indexed(source, small);
      const reader = { document: rangesOf(document), index: rangesOf(bytes) };
      for (const text of texts) {
        const answer = await runPlan(planQuery(shapeOf(text), index), reader);
        assert.notEqual(answer.kind, 'refused');
        for (const array of [true, false]) {
          const wanted = answerTo(text, array, document);
          if (answer.kind === 'partial') assert.equal(answerTo(text, array, answer.text), wanted);
          else if (answer.kind === 'values')
            assert.equal(
              Buffer.from(normalised(jsonOf(answer.values, array), answer.hasBlanks)).toString(),
              wanted,
              answer.strategy,
            );
        }
      }
    }),
    { numRuns: cases(250, 1000) },
  ));

function answerTo(text: string, array: boolean, document: Uint8Array): string | null {
  const { result } = filterQuery(text, { array, now: () => 0 }, new Document(document));
  assert.equal(result.reason, null);
  return result.value;
}
