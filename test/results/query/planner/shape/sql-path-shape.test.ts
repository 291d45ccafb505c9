/** The planner finds the same values for a SQL/JSON path as the evaluator, or it declines the path. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRows } from '../../../../../lib/results/query/planner/rows/row-predicate.ts';
import type {
  Condition,
  PathShape,
  Step,
} from '../../../../../lib/results/query/planner/shape/path-shape.ts';
import { sqlPathShape } from '../../../../../lib/results/query/planner/shape/sql-path-shape.ts';
import { evaluate, readJson } from '../../../../../lib/results/query/sql/sql-json-path.ts';
import { utf8 } from '../../../run-index/stored.ts';
import { free, pathOf } from '../../sql/answer.ts';

function shapeOf(text: string): PathShape {
  return sqlPathShape(pathOf(text));
}

const member = (name: string) => ({ kind: 'member', name }) as const;
const wildcard = { kind: 'wildcard' } as const;
const slice = (start: number, end?: number) => ({ kind: 'slice', start, ...(end !== undefined && { end }) });

const steps: readonly (readonly [string, readonly unknown[] | undefined])[] = [
  ['$', []],
  ['strict $', []],
  ['$.a."b c"', [member('a'), member('b c')]],
  ['$.a[*].b', [member('a'), wildcard, member('b')]],
  ['$.*', [{ kind: 'members' }]],
  ['$.a[7]', [member('a'), slice(7, 8)]],
  ['$.a[1.9]', [member('a'), slice(1, 2)]],
  ['$.a[1 to 3]', [member('a'), slice(1, 4)]],
  ['$.a[3 to 1]', [member('a'), slice(3, 2)]],
  ['$.a[last]', [member('a'), slice(-1)]],
  ['$.a[last - 2]', [member('a'), slice(-3, -2)]],
  ['$.a[last - 2 to last]', [member('a'), slice(-3)]],
  ['$.a[0 to last - 1]', [member('a'), slice(0, -1)]],
  ['$.a[last - 1.5]', undefined],
  ['$.a[-1]', undefined],
  ['$.a[2147483648]', undefined],
  ['$.a["0"]', undefined],
  ['$.a[0, 2]', undefined],
  ['$.a[$.b]', undefined],
  ['$.a[last + 1]', undefined],
  ['$.**', undefined],
  ['$.a.size()', [member('a'), { kind: 'count' }]],
  ['$.a.type()', undefined],
  ['$.a.datetime()', undefined],
  ['$.a + 1', undefined],
  ['$.a == 1', undefined],
  ['$x.a', undefined],
  ['($.a)[*]', [member('a'), wildcard]],
];
for (const [text, wanted] of steps) {
  test(`the steps of ${text}`, () => assert.deepEqual(shapeOf(text).steps, wanted));
}

const kinds = (step: Step): string =>
  step.kind === 'filter' ? `filter ${inShort(step.condition)}` : step.kind;
function inShort(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return `(${inShort(condition.left)} ${condition.kind} ${inShort(condition.right)})`;
    case 'not':
    case 'isUnknown':
      return `${condition.kind} ${inShort(condition.operand)}`;
    case 'pair':
      return `pair of ${[condition.path, condition.other].map((path) => ['@', ...path].join('.')).join(' and ')}`;
    default:
      return `${condition.kind} of @${condition.path.map((name) => `.${name}`).join('')}`;
  }
}

const filters: readonly (readonly [string, string | undefined])[] = [
  ['$.r[*] ? (@.v > 1)', 'member, filter number of @.v'],
  ['$.r ? (1 < @.v)', 'member, filter number of @.v'],
  ['strict $.r[*] ? (@ == "a")', 'member, filter test of @'],
  ['strict $.r ? (@.v > 1)', undefined],
  ['$ ? (@.v > 1).a', undefined],
  ['$[*] ? (@.v > 1)', 'filter number of @.v'],
  ['$.r[*] ? (@.v > 1) ? (@.w == true).x', 'member, filter (number of @.v and test of @.w), member'],
  ['$.r[*].a ? (@.v > 1)', 'member, wildcard, member, filter number of @.v'],
  ['$.r[0] ? (@.v > 1)', undefined],
  ['$.r ? (exists(@.a.b) || !(@.c starts with "x"))', 'member, filter (test of @.a.b or not test of @.c)'],
  ['$.r ? ((@.a like_regex "x") is unknown)', 'member, filter isUnknown test of @.a'],
  ['$.r ? (@.a == @.b.c)', 'member, filter pair of @.a and @.b.c'],
  ['$.r ? (@.a == @.b[0])', undefined],
  ['$.r ? (@.a == $.b)', undefined],
  ['$.r ? (@.a + 1 == 2)', undefined],
  ['$.r ? (@.a[0] == 2)', undefined],
  ['$.r ? (@.a.size() == 2)', undefined],
  ['$.r ? (@.a starts with $x)', undefined],
  ['$.r ? (1 == 1)', undefined],
];
for (const [text, wanted] of filters) {
  test(`the filters of ${text}`, () => assert.equal(shapeOf(text).steps?.map(kinds).join(', '), wanted));
}

const reaches: readonly (readonly [string, readonly string[] | undefined])[] = [
  ['$', undefined],
  ['$.*', undefined],
  ['$.**.a', undefined],
  ['$ ? (@.a == 1)', undefined],
  ['$[*]', undefined],
  ['$.a', ['a']],
  ['$.a.**', ['a']],
  ['$[*].a', ['a']],
  ['$[$.i].a', ['i', 'a']],
  ['$[last].a', ['a']],
  ['$ ? (@.a == 1 && exists(@.b ? (@.c == 1))).d', ['a', 'b', 'd']],
  ['$ ? (exists(@.*)).d', undefined],
  ['$ ? (@.** == 1).d', undefined],
  ['$.a ? (@.x > $.b.c)', ['a', 'b']],
  ['$.a ? (exists($.b[*] ? (@.x == $.c)))', ['a', 'b', 'c']],
  ['$.a ? (exists($))', ['a']],
  ['$.a ? (exists($.*))', undefined],
  ['$.a[$.b]', ['a', 'b']],
  ['$.a + -$.b', ['a', 'b']],
  ['exists($.a) && $.b == 1', ['a', 'b']],
  ['$.a starts with "x"', ['a']],
  ['$.type()', []],
  ['$.a.keyvalue()', undefined],
  ['$.a ? (exists(@.keyvalue()))', undefined],
  ['1 + 1', []],
];
for (const [text, wanted] of reaches) {
  test(`the reach of ${text}`, () => assert.deepEqual(shapeOf(text).reach, wanted));
}

const parts: readonly (readonly [string, PathShape['parts']])[] = [
  ['$.r[*].a', { member: 'r' }],
  ['strict $.r[*].a.**', { member: 'r' }],
  ['$.r[*] ? (@.a == @.b).c.size()', { member: 'r' }],
  ['$.r.a', { member: 'r' }],
  ['$.r.*', { member: 'r' }],
  ['$.r ? (@.a > @.b)', { member: 'r' }],
  ['$.r[*][last - 1 to last]', { member: 'r' }],
  ['$[*].a', {}],
  ['strict $[*].a.double()', {}],
  ['strict $.r.a', undefined],
  ['strict $.r.*', undefined],
  ['strict $.r ? (@.a > @.b)', undefined],
  ['$.r', undefined],
  ['$', undefined],
  ['$.r[0 to 5].a', undefined],
  ['$.r.size()', undefined],
  ['$.r.**', undefined],
  ['$.**[*]', undefined],
  ['$.r[*] ? (@.a > $.b)', undefined],
  ['$.r[*].a[$.b]', undefined],
  ['$.r[*].keyvalue()', undefined],
  ['$.r[*] ? (exists(@.keyvalue()))', undefined],
  ['$.r[*].a + 1', undefined],
  ['$.r[*].a == 1', undefined],
  ['exists($.r[*].a)', undefined],
];
for (const [text, wanted] of parts) {
  test(`the parts of ${text}`, () => assert.deepEqual(shapeOf(text).parts, wanted));
}

const scalars = [
  ...[
    '0',
    '-0',
    '1',
    '1.0',
    '1.50',
    '-2.5e3',
    '1e0',
    '12345678901234567890',
    '12345678901234567891',
    '1E400',
  ],
  ...[
    '1000000000000001',
    '0.1',
    '0.10000000000000000001',
    'null',
    'true',
    'false',
    '""',
    '"a"',
    '"b"',
    '"\\u0061"',
  ],
  ...['"\\uffee"', '"😀"', '"\\ud83d\\ude00"', '"1"', '"a\\nb"', ''],
];
const literals = [
  ...[
    '0',
    '1',
    '1.5',
    '-2500',
    '12345678901234567890',
    '1e400',
    '1000000000000001',
    '0.1',
    '0.10000000000000000001',
  ],
  ...['null', 'true', 'false', '""', '"a"', '"b"', '"\\u{ffee}"', '"😀"', '"1"'],
];
const tests = literals.flatMap((literal) =>
  ['==', '!=', '<', '<=', '>', '>='].map((operator) => `@.v ${operator} ${literal}`),
);

/** Conditions that are each true, false and unknown for some value. */
const operands = ['@.v > 1', '@.v == "a"', '@.v starts with "a"'];
const logic = operands.flatMap((one) => [
  `!(${one})`,
  `(${one}) is unknown`,
  `(!(${one})) is unknown`,
  `!((${one}) is unknown)`,
  ...operands.flatMap((other) => [`${one} && ${other}`, `${one} || !(${other})`, `!(${one} && ${other})`]),
]);

for (const mode of ['lax', 'strict']) {
  for (const condition of [
    ...tests,
    ...logic,
    'exists(@.v)',
    '@.v starts with "a"',
    '@.v like_regex "^[ab]$"',
  ]) {
    test(`${mode} ${condition} is in a column what it is in a document`, () => {
      const [, filter] = shapeOf(`${mode} $.r[*] ? (${condition})`).steps ?? [];
      assert.ok(filter?.kind === 'filter');
      const column = utf8(`${scalars.join('\n')}\n`);
      const truths = testRows(
        filter.condition,
        scalars.length,
        () => column,
        () => {},
      );
      for (const [row, scalar] of scalars.entries())
        assert.equal(truths[row], truthOf(`${mode} ${condition.replaceAll('@', '$')}`, scalar), scalar);
    });
  }
}

/**
 * Whether the condition of the path `text` holds for the document `scalar`: 0 is no, 1 is yes, 2 is unknown.
 */
function truthOf(text: string, scalar: string): number {
  const [answer] = evaluate(pathOf(text), readJson(scalar === '' ? '{}' : `{"v":${scalar}}`), free());
  return [false, true, null].indexOf(answer as boolean | null);
}

test('a number outside of the bounds of PostgreSQL is for the evaluator to judge', () => {
  const [, filter] = shapeOf('$.r[*] ? (@ == 0)').steps ?? [];
  assert.ok(filter?.kind === 'filter');
  const { condition } = filter;
  const column = utf8('1\n1e-20000\n');
  assert.throws(
    () =>
      testRows(
        condition,
        2,
        () => column,
        () => {},
      ),
    { name: 'NeedsEvaluation' },
  );
});
