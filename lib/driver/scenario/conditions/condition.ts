import { defineBody } from '../../declaration/body.ts';
import { given, listed, oneOrMany, schemasOf } from '../../declaration/field.ts';
import { define, oneOrList, own, referTo } from '../../declaration/schema.ts';
import { fieldsOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { Read } from '../../model/session.ts';
import type { ScopedField, ScopedGroup } from '../declaration/scoped-field.ts';
import type { Scope } from '../scope.ts';
import type { Variables } from '../variables.ts';
import { type BoolCondition, boolCondition, compileBoolTest } from './bool.ts';
import { compileIntTest, type IntCondition, intCondition } from './int.ts';
import type { Unset } from './parts.ts';
import { compileTextTests, stringCondition, type TextCondition } from './text.ts';
import type { ValueTest } from './value-test.ts';

/** A condition on the variables of a session, as a document gives it. It is either true or false. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | Unset
  | BoolCondition
  | IntCondition
  | TextCondition;

/** A list of conditions that must all hold. The definition of a single condition refers to this list. */
const allConditions: ScopedField<readonly Condition[], false> = {
  schema: referTo(
    define('onlyAllConditions', {
      ...own('Runs only when all of these conditions are true.', [
        { intCondition: 'count > 3' },
        { stringCondition: { fromVar: 'city', value: 'Brno' } },
      ]),
      ...oneOrList(referTo('condition')),
    }),
  ),
  always: false,
  parse: (raw, at, scope) => oneOrMany(parseAll)(raw, at, scope),
};

const kinds = { boolCondition, intCondition, stringCondition, allConditions };

/** A condition as members of a step's body. The body must have exactly one kind of condition. */
export const condition: ScopedGroup<Condition, true> = {
  members: schemasOf(kinds),
  always: true,
  isGiven: () => true,
  parse(body, at, scope) {
    const keys = given(kinds, body);
    if (keys.length > 1)
      scope.findings.error(
        at,
        `${listed(keys)} cannot be used together`,
        'write each of them as an item of allConditions',
      );
    if (keys.length === 0)
      scope.findings.error(at, `expected one of the conditions ${Object.keys(kinds).sort().join(', ')}`);
    const all = parseKinds(body, at, scope);
    return keys.length === 1 ? all : undefined;
  },
};

export const optionalCondition: ScopedGroup<Condition, false> = {
  ...condition,
  always: false,
  isGiven: (body) => given(kinds, body).length > 0,
};

export const conditionDefinition = defineBody('condition', 'One or more conditions that must all be true.', {
  fields: { condition },
});

/** Parses the conditions of a body. If it has several kinds of conditions, all must hold. */
function parseKinds(body: object, at: Path, scope: Scope): Condition | undefined {
  const lists = given(kinds, fieldsOf(body) ?? {}).map((name) => {
    const kind: ScopedField<readonly Condition[]> = kinds[name as keyof typeof kinds];
    return kind.parse(fieldsOf(body)?.[name], [...at, name], scope);
  });
  if (lists.includes(undefined)) return undefined;
  return allOf(lists.map((list) => allOf(list ?? [])));
}

/** Parses an item of `allConditions`. If it has several kinds of conditions, all must hold. */
function parseAll(raw: unknown, at: Path, scope: Scope): Condition | undefined {
  const body = fieldsOf(raw) ?? {};
  return given(kinds, body).length === 0
    ? condition.parse(body, at, scope, () => at)
    : parseKinds(body, at, scope);
}

function allOf(all: readonly Condition[]): Condition {
  const [only, ...more] = all;
  return only !== undefined && more.length === 0 ? only : { all };
}

export function compileCondition(condition: Condition, variables: Variables): Read<boolean> {
  if ('all' in condition) {
    const tests = condition.all.map((each) => compileCondition(each, variables));
    return (session, sequence) => {
      for (const test of tests) if (!test(session, sequence)) return false;
      return true;
    };
  }
  if ('unset' in condition) {
    const value = variables.read(condition.unset);
    return (session, sequence) => value(session, sequence) === undefined;
  }
  const { fromVar } = condition;
  const read = variables.read(fromVar);
  const test = compileTest(condition, variables);
  return (session, sequence) => {
    const value = read(session, sequence);
    return value !== undefined && test(session, sequence, value);
  };
}

function compileTest(
  condition: Exclude<Condition, { readonly all: unknown } | { readonly unset: unknown }>,
  variables: Variables,
): ValueTest {
  if ('text' in condition) return compileTextTests(condition.text, variables);
  if ('int' in condition) return compileIntTest(condition.int, condition.fromVar, variables);
  return compileBoolTest(condition.bool);
}
