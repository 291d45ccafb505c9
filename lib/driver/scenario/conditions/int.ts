import type { Path } from '../../document/problem.ts';
import type { Read, RunningSequence, Session } from '../../model/session.ts';
import type { Field, Group, Mapping } from '../declaration/field.ts';
import { referTo } from '../declaration/scalars.ts';
import { bodyOf } from '../fields.ts';
import type { Scope } from '../scope.ts';
import { compileIntSource, type IntSource, parseIntSource } from '../sources.ts';
import { intOf } from '../values.ts';
import type { Variables } from '../variables.ts';
import type { ValueTest } from './value-test.ts';

const operators = [
  'equalTo',
  'notEqualTo',
  'greaterThan',
  'greaterOrEqualTo',
  'lessThan',
  'lessOrEqualTo',
] as const;
type Operator = (typeof operators)[number];

/** Comparisons of a number that all must hold. */
export type Comparisons = readonly { readonly operator: Operator; readonly source: IntSource }[];

/** The comparisons among the members of a body. */
export const comparisons: Group<Comparisons, true> = {
  members: Object.fromEntries(operators.map((operator) => [operator, referTo(operator)])),
  always: true,
  isGiven: () => true,
  parse: parseComparisons,
};

/** A member with comparisons. */
export const comparisonsBelow = (description: string, example: Mapping): Field<Comparisons, false> => ({
  schema: referTo('intComparisons', description, example),
  always: false,
  parse: (raw, at, scope) => parseComparisons(bodyOf(raw) ?? {}, at, scope),
});

export type IntTest = (session: Session, sequence: RunningSequence, value: number) => boolean;

/** The comparisons among the members of a body; each holds one source or a list of them. */
export function parseComparisons(
  body: Readonly<Record<string, unknown>>,
  at: Path,
  scope: Scope,
): Comparisons | undefined {
  const comparisons: Comparisons[number][] = [];
  let refused = false;
  for (const operator of operators) {
    const raw = body[operator];
    if (raw === undefined) continue;
    const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    for (const [index, item] of items.entries()) {
      const place = Array.isArray(raw) ? [...at, operator, index] : [...at, operator];
      const source = parseIntSource(item, place, scope);
      if (source === undefined) refused = true;
      else comparisons.push({ operator, source });
    }
  }
  return refused ? undefined : comparisons;
}

export function compileComparisons(comparisons: Comparisons, variables: Variables): IntTest {
  const tests = comparisons.map(({ operator, source }) =>
    comparison(operator, compileIntSource(source, variables)),
  );
  const [first, second] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return (session, sequence, value) => {
    for (const test of tests) if (!test(session, sequence, value)) return false;
    return true;
  };
}

/** Over any value: text is read as a decimal number. Throws for other values; `name` is the variable's. */
export function compileIntTest(comparisons: Comparisons, name: string, variables: Variables): ValueTest {
  const test = compileComparisons(comparisons, variables);
  return comparisons.length === 0
    ? () => true
    : (session, sequence, value) => test(session, sequence, intOf(value, name));
}

function comparison(operator: Operator, bound: Read<number>): IntTest {
  switch (operator) {
    case 'equalTo':
      return (session, sequence, value) => value === bound(session, sequence);
    case 'notEqualTo':
      return (session, sequence, value) => value !== bound(session, sequence);
    case 'greaterThan':
      return (session, sequence, value) => value > bound(session, sequence);
    case 'greaterOrEqualTo':
      return (session, sequence, value) => value >= bound(session, sequence);
    case 'lessThan':
      return (session, sequence, value) => value < bound(session, sequence);
    case 'lessOrEqualTo':
      return (session, sequence, value) => value <= bound(session, sequence);
  }
}

/** `count >= 3` as a body. */
export function intShorthand(text: string): Readonly<Record<string, unknown>> | undefined {
  const [, fromVar, sign, number] = /^\s*(.+?)\s*(==|!=|<>|>=|<=|>|<)\s*([-+]?\d+)\s*$/.exec(text) ?? [];
  const operator = signs[sign ?? ''];
  return operator === undefined ? undefined : { fromVar, [operator]: number };
}

const signs: { readonly [sign: string]: Operator } = {
  '==': 'equalTo',
  '!=': 'notEqualTo',
  '<>': 'notEqualTo',
  '>=': 'greaterOrEqualTo',
  '>': 'greaterThan',
  '<=': 'lessOrEqualTo',
  '<': 'lessThan',
};
