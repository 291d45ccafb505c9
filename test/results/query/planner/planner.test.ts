/**
 * Each plan of a query gives the same answer, digit for digit, as an evaluation of the path on the whole
 * document.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type PlanLimits, planLimits } from '../../../../lib/results/query/limits.ts';
import { planQuery } from '../../../../lib/results/query/planner/plan-query.ts';
import { normalised } from '../../../../lib/results/query/planner/rows/compact-json.ts';
import { jsonOf } from '../../../../lib/results/query/planner/rows/raw-values.ts';
import { runPlan } from '../../../../lib/results/query/planner/run-plan.ts';
import { existenceTest } from '../../../../lib/results/query/planner/shape/cells.ts';
import {
  comparisonWith,
  isTruthy,
} from '../../../../lib/results/query/planner/shape/json-path-cell-tests.ts';
import type {
  CellTest,
  Condition,
  PathShape,
  Step,
} from '../../../../lib/results/query/planner/shape/path-shape.ts';
import { elementAt, truth } from '../../../../lib/results/query/planner/shape/path-shape.ts';
import { cases } from '../../../runner/cases.ts';
import { documents, names, several } from '../../run-index/documents.ts';
import { indexed, rangesOf, small, utf8 } from '../../run-index/stored.ts';
import { regularDocuments } from './regular-documents.ts';
import { follow, followSql, readWritten, textsOf, tidyText } from './written.ts';

/** The latest document with its index. */
let last: { readonly source: string; readonly made: ReturnType<typeof indexed> } | undefined;

async function ask(source: string, shape: PathShape, limits: Partial<PlanLimits> = {}) {
  if (last?.source !== source) last = { source, made: indexed(source, small) };
  const { index, bytes } = await last.made;
  const plan = planQuery(shape, index, { ...planLimits, ...limits });
  const reader = { document: rangesOf(utf8(source)), index: rangesOf(bytes) };
  return { plan, answer: await runPlan(plan, reader, { ...planLimits, ...limits }) };
}

const name = fc.constantFrom(...names);
const member: fc.Arbitrary<Step> = name.map((one) => ({ kind: 'member', name: one }));
/** Names that are in most of the random documents. */
const usual = fc.constantFrom('a', 'b', 'value', 'name').map<Step>((one) => ({ kind: 'member', name: one }));
const slice: fc.Arbitrary<Step> = fc
  .tuple(fc.integer({ min: -6, max: 9 }), fc.option(fc.integer({ min: -6, max: 9 }), { nil: undefined }))
  .map(([start, end]) => ({ kind: 'slice', start, ...(end !== undefined && { end }) }));
const element = fc.integer({ min: -6, max: 9 }).map(elementAt);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: member },
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'wildcard' }) },
  { weight: 2, arbitrary: element },
  { weight: 1, arbitrary: slice },
  { weight: 1, arbitrary: name.map<Step>((one) => ({ kind: 'member', name: one, deep: true })) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'wildcard', deep: true }) },
);
const literal = fc.constantFrom(
  0,
  -0,
  1,
  10,
  1.5,
  990,
  1e300,
  'a',
  '',
  'ä',
  '\u{1f600}',
  'a\nb,',
  null,
  true,
  false,
);
/** A test of a cell: unknown without a value, otherwise true when its first character is greater than 1. */
const isAboveOne: CellTest = (text) => (text === '' ? truth.unknown : Number(text[0]! > '1'));
const path = fc.array(name, { maxLength: 2 });
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(path, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), literal)
      .map<Condition>((compared) => comparisonWith(...compared)),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('test' as const),
      path,
      test: fc.constantFrom(existenceTest(truth.no), isTruthy, isAboveOne),
    }),
  },
);
const condition = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { weight: 4, arbitrary: leaf },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('and', 'or'), left: tie('any'), right: tie('any') }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('not' as const), operand: tie('any') }) },
  ),
})).any;
const filterPath: fc.Arbitrary<readonly Step[]> = fc
  .tuple(member, condition, fc.array(step, { maxLength: 2 }))
  .map(([first, one, rest]) => [first, { kind: 'filter', condition: one }, ...rest]);
/** Parts of a path that select elements of arrays of objects. The index has a table for each such array. */
const inner = fc.oneof(
  fc.constant<Step>({ kind: 'wildcard' }),
  fc.constant<Step>({ kind: 'wildcard' }),
  element,
  condition.map<Step>((one) => ({ kind: 'filter', condition: one })),
);
const steps: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 2, arbitrary: fc.array(step, { maxLength: 5 }) },
  {
    weight: 2,
    arbitrary: fc.tuple(usual, fc.constant<Step>({ kind: 'wildcard' }), usual).map((list) => list),
  },
  { weight: 2, arbitrary: filterPath },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'b', 'value', 'name'), fc.array(usual, { maxLength: 1 }))
      .map(([one, rest]): readonly Step[] => [{ kind: 'member', name: one, deep: true }, ...rest]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(usual, fc.array(fc.oneof(usual, inner), { maxLength: 3 }), fc.array(usual, { maxLength: 1 }))
      .map<readonly Step[]>(([first, some, last]) => [first, { kind: 'wildcard' }, ...some, ...last]),
  },
  { weight: 1, arbitrary: fc.tuple(member, element, step).map((list) => list) },
  { weight: 1, arbitrary: condition.map((one) => [{ kind: 'filter', condition: one } as const]) },
);

test('random paths through random documents', async () => {
  const ways = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(documents, regularDocuments), several(steps), async (source, paths) => {
      for (const path of paths) {
        const { answer } = await ask(source, { rule: 'jsonpath', steps: path });
        ways.set(answer.strategy, (ways.get(answer.strategy) ?? 0) + 1);
        if (answer.kind !== 'values') {
          assert.equal(answer.strategy, 'document');
          assert.equal(answer.kind, 'partial');
          continue;
        }
        const wanted = follow(readWritten(source), path).map(tidyText);
        const { values, hasBlanks } = answer;
        const written = (array: boolean): string =>
          Buffer.from(normalised(jsonOf(values, array), hasBlanks)).toString();
        assert.equal(written(true), `[${wanted.join(',')}]`);
        assert.equal(values.count, wanted.length);
        assert.equal(written(false), wanted[0] ?? 'null');
      }
    }),
    { numRuns: 1200 },
  );
  for (const way of ['nothing', 'member', 'members', 'column', 'element', 'filter', 'scan', 'document'])
    assert.ok((ways.get(way) ?? 0) > 10, `${way}: ${ways.get(way)} of ${[...ways].join(' ')}`);
});

test('a document of the members that a path reaches is as good as the whole one', () =>
  fc.assert(
    fc.asyncProperty(documents, fc.subarray([...names]), async (source, reach) => {
      const { answer } = await ask(source, { rule: 'jsonpath', reach });
      assert.equal(answer.kind, 'partial');
      const got: unknown = JSON.parse(
        new TextDecoder().decode(answer.kind === 'partial' ? answer.text : undefined),
      );
      const whole: unknown = JSON.parse(source.replace(/^\ufeff/, ''));
      if (answer.strategy === 'document') assert.deepEqual(got, whole);
      else {
        const kept = Object.entries(whole as object).filter(([one]) =>
          (reach as readonly string[]).includes(one),
        );
        assert.deepEqual(got, Object.fromEntries(kept));
        assert.deepEqual(
          Object.keys(got as object),
          kept.map(([one]) => one),
        );
      }
    }),
    { numRuns: cases(250, 1000) },
  ));

const sqlTest: fc.Arbitrary<Condition> = name.map((one) => ({
  kind: 'test',
  path: [one],
  test: isAboveOne,
}));
const sqlStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: member },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'wildcard' }) },
  {
    weight: 2,
    arbitrary: fc
      .nat(4)
      .chain((start) => fc.nat(3).map<Step>((more) => ({ kind: 'slice', start, end: start + 1 + more }))),
  },
  { weight: 2, arbitrary: sqlTest.map<Step>((one) => ({ kind: 'filter', condition: one })) },
);

for (const rule of ['lax', 'strict'] as const) {
  test(`in ${rule} mode an answer is given only where the modes of SQL/JSON path agree with it`, async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(documents, regularDocuments),
        several(fc.array(sqlStep, { minLength: 1, maxLength: 4 })),
        async (source, paths) => {
          for (const path of paths) {
            const { answer } = await ask(source, { rule, steps: path });
            if (answer.kind !== 'values') continue;
            const wanted = followSql(readWritten(source), path, rule === 'strict');
            assert.deepEqual(
              textsOf(answer.values),
              wanted?.map(({ text }) => text),
              answer.strategy,
            );
            if (answer.values.count > 0) answered += 1;
          }
        },
      ),
      { numRuns: 1000 },
    );
    assert.ok(answered > 50, `${answered} answers`);
  });
}
