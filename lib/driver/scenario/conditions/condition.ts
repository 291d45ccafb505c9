import { booleanOf, fieldsOf, textOf } from '../../declaration/raw.ts';
import { referTo } from '../../declaration/schema.ts';
import type { Path } from '../../document/problem.ts';
import type { Read } from '../../model/session.ts';
import type { ScopedGroup } from '../declaration/scoped.ts';
import type { Scope } from '../scope.ts';
import type { Variables } from '../variables.ts';
import { compileBoolTest } from './bool.ts';
import { type Comparisons, compileIntTest, intShorthand, parseComparisons } from './int.ts';
import { compileTextTests, parseTextTests, type TextTests } from './text.ts';
import type { ValueTest } from './value-test.ts';

/** Something about the variables of a session that holds or does not. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly unset: string }
  | { readonly fromVar: string; readonly bool: boolean }
  | { readonly fromVar: string; readonly int: Comparisons }
  | { readonly fromVar: string; readonly text: TextTests };

type Fields = Readonly<Record<string, unknown>>;

const conditionKeys = ['allConditions', 'boolCondition', 'intCondition', 'stringCondition'] as const;
const keysOf = (body: Fields): readonly (typeof conditionKeys)[number][] =>
  conditionKeys.filter((key) => body[key] !== undefined);

/** The condition among the members of a body. */
export const condition: ScopedGroup<Condition, true> = {
  members: {
    boolCondition: referTo('onlyBoolCondition'),
    intCondition: referTo('onlyIntCondition'),
    stringCondition: referTo('onlyStringCondition'),
    allConditions: referTo('onlyAllConditions'),
  },
  always: true,
  isGiven: () => true,
  parse: parseCondition,
};

export const optionalCondition: ScopedGroup<Condition, false> = {
  ...condition,
  always: false,
  isGiven: (body) => keysOf(body).length > 0,
};

/** The condition among the members of a body: exactly one. */
export function parseCondition(body: Fields, at: Path, scope: Scope): Condition | undefined {
  const keys = keysOf(body);
  if (keys.length > 1)
    scope.findings.error(
      at,
      `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)} exclude each other`,
      'list them below allConditions',
    );
  if (keys.length === 0) scope.findings.error(at, `expected a condition: ${conditionKeys.join(', ')}`);
  const conditions = keys.map((key) => parseMember(key, body[key], [...at, key], scope));
  return keys.length === 1 ? conditions[0] : undefined;
}

function parseMember(
  key: (typeof conditionKeys)[number],
  raw: unknown,
  at: Path,
  scope: Scope,
): Condition | undefined {
  const items = key === 'allConditions' ? listed(raw, at) : bodies(raw, at);
  const conditions = items.map((item) => {
    if (key === 'allConditions') return parseAll(item.raw, item.at, scope);
    if (key === 'boolCondition') return parseBool(item.raw, item.at, scope);
    return key === 'intCondition'
      ? parseInt32(item.raw, item.at, scope)
      : parseString(item.raw, item.at, scope);
  });
  return allOf(conditions);
}

/** An item of `allConditions`: side by side, conditions must all hold there as well. */
function parseAll(raw: unknown, at: Path, scope: Scope): Condition | undefined {
  const body = fieldsOf(raw) ?? {};
  const keys = keysOf(body);
  if (keys.length < 2) return parseCondition(body, at, scope);
  return allOf(keys.map((key) => parseMember(key, body[key], [...at, key], scope)));
}

function parseBool(raw: unknown, at: Path, scope: Scope): Condition | undefined {
  const body = fieldsOf(raw) ?? { value: raw };
  const fromVar = variableOf(body, at, scope);
  return fromVar === undefined ? undefined : { fromVar, bool: booleanOf(body.value, true) };
}

function parseInt32(raw: unknown, at: Path, scope: Scope): Condition | undefined {
  const body = typeof raw === 'string' ? intShorthand(raw) : fieldsOf(raw);
  if (body === undefined) {
    scope.findings.error(
      at,
      `'${textOf(raw)}' is no comparison, expected a variable, ==, !=, <>, >=, >, <= or <, and a whole number`,
      "write 'intCondition: count > 3'",
    );
    return undefined;
  }
  const fromVar = variableOf(body, at, scope);
  const int = parseComparisons(body, at, scope);
  if (fromVar === undefined) return undefined;
  if (!booleanOf(body.isSet, true)) return { unset: fromVar };
  return int === undefined ? undefined : { fromVar, int };
}

function parseString(raw: unknown, at: Path, scope: Scope): Condition | undefined {
  const body = fieldsOf(raw) ?? { value: raw };
  const fromVar = variableOf(body, at, scope);
  if (!booleanOf(body.isSet, true)) return fromVar === undefined ? undefined : { unset: fromVar };
  const text = parseTextTests(body, at, scope);
  return fromVar === undefined || text === undefined ? undefined : { fromVar, text };
}

function variableOf(body: Fields, at: Path, scope: Scope): string | undefined {
  const fromVar = textOf(body.fromVar);
  if (fromVar === undefined) scope.findings.error(at, 'a condition needs fromVar, the variable to look at');
  else scope.readsVariable(fromVar, undefined, [...at, 'fromVar']);
  return fromVar;
}

type Item = { readonly raw: unknown; readonly at: Path };

const listed = (raw: unknown, at: Path): readonly Item[] =>
  Array.isArray(raw) ? raw.map((item: unknown, index) => ({ raw: item, at: [...at, index] })) : [{ raw, at }];

/**
 * A list of bodies: each body that names a variable is a condition. A body without a variable adds to the
 * body before it.
 */
function bodies(raw: unknown, at: Path): readonly Item[] {
  const items: Item[] = [];
  for (const item of listed(raw, at)) {
    const before = items.at(-1);
    const fields = fieldsOf(item.raw);
    if (fields === undefined || fieldsOf(before?.raw) === undefined || before === undefined) items.push(item);
    else if (fields.fromVar !== undefined && fieldsOf(before.raw)?.fromVar !== undefined) items.push(item);
    else items[items.length - 1] = { raw: { ...fieldsOf(before.raw), ...fields }, at: before.at };
  }
  return items;
}

function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const all = conditions.filter((condition) => condition !== undefined);
  if (all.length < conditions.length) return undefined;
  return all.length === 1 ? all[0] : { all };
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
