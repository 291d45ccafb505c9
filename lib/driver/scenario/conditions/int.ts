import { defineBody, parseBody } from '../../declaration/body.ts';
import { given, type Mapping, named, schemasOf } from '../../declaration/field.ts';
import { referTo } from '../../declaration/schema.ts';
import { bodyOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { Read, RunningSequence, Session } from '../../model/session.ts';
import type { ScopedField, ScopedGroup } from '../declaration/scoped-field.ts';
import type { Scope } from '../scope.ts';
import { compileIntSource, type IntSource, intSources } from '../sources.ts';
import { intOf } from '../values.ts';
import type { Variables } from '../variables.ts';
import { conditionList, lookedAt, mustBeSet, type Unset } from './parts.ts';
import type { ValueTest } from './value-test.ts';

const operator = (name: string, words: string): ScopedField<readonly IntSource[], false> =>
  named(name, intSources(`The value must be ${words} this number, or each of these numbers.`, 3));

const operators = {
  equalTo: operator('equalTo', 'equal to'),
  notEqualTo: operator('notEqualTo', 'different from'),
  greaterThan: operator('greaterThan', 'above'),
  greaterOrEqualTo: operator('greaterOrEqualTo', 'at or above'),
  lessThan: operator('lessThan', 'below'),
  lessOrEqualTo: operator('lessOrEqualTo', 'at or below'),
};
type Operator = keyof typeof operators;

/** Comparisons of a number with other numbers, which must all hold. */
export type Comparisons = readonly { readonly operator: Operator; readonly source: IntSource }[];

/** The comparisons as members of a body. Each member has one number or variable, or a list of them. */
export const comparisons: ScopedGroup<Comparisons, true> = {
  members: schemasOf(operators),
  always: true,
  isGiven: () => true,
  parse(body, _at, scope, placeOf) {
    const all = given(operators, body).map((name) => {
      const operator = name as Operator;
      const sources = operators[operator].parse(body[name], placeOf(name), scope);
      return sources?.map((source) => ({ operator, source }));
    });
    return all.includes(undefined) ? undefined : all.flatMap((each) => each ?? []);
  },
};

const intComparisons = defineBody(
  'intComparisons',
  'Comparisons with whole numbers; all of them must be true.',
  { fields: { comparisons } },
);

/** A member whose value is a mapping of comparisons. */
export const comparisonsBelow = (description: string, example: Mapping): ScopedField<Comparisons, false> => ({
  schema: referTo(intComparisons, description, example),
  always: false,
  parse: parseComparisons,
});

export const parseComparisons: ScopedField<Comparisons>['parse'] = (raw, at, scope) =>
  comparisons.parse(bodyOf(raw) ?? {}, at, scope, (key) => [...at, key]);

export type IntCondition = { readonly fromVar: string; readonly int: Comparisons };

export type IntTest = (session: Session, sequence: RunningSequence, value: number) => boolean;

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

/**
 * Compiles comparisons to a test of any value. Text and bytes are read as a decimal number, and other values
 * throw an error. `name` is the name of the variable.
 */
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

const shape = {
  name: 'a condition',
  fields: {
    fromVar: lookedAt('count'),
    isSet: mustBeSet,
    comparisons,
  },
  short: {
    words: '`variable OP number` with ==, !=, <>, >=, >, <= or <.',
    title: 'text such as `count > 3`, or a mapping',
    read: intShorthand,
  },
};

/** A condition that compares the number in a variable. */
export const intCondition = conditionList(
  'intCondition',
  'Runs only when a variable with a whole number passes these comparisons.',
  'count > 3',
  defineBody('intCondition', 'True when a variable with a whole number passes all comparisons.', shape),
  parseCondition,
);

function parseCondition(raw: unknown, at: Path, scope: Scope): IntCondition | Unset | undefined {
  if (typeof raw === 'string' && intShorthand(raw) === undefined) {
    scope.findings.error(
      at,
      `'${raw}' is not a comparison, expected a variable, an operator (==, !=, <>, >=, >, <= or <) and a whole number`,
      "write 'intCondition: count > 3'",
    );
    return undefined;
  }
  const body = parseBody(shape, raw, at, scope);
  if (body === undefined) return undefined;
  const { fromVar, isSet, comparisons } = body;
  return isSet ? { fromVar, int: comparisons } : { unset: fromVar };
}

/** Parses a short form of a comparison, such as `count >= 3`, to the body that it means. */
function intShorthand(text: string): Readonly<Record<string, unknown>> | undefined {
  const [, fromVar, sign, number] =
    /^(.*\S)\s*(==|!=|<>|>=|<=|(?<!<)>|<)\s*([-+]?\d+)$/.exec(text.trim()) ?? [];
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
