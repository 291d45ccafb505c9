import type { Path } from '../../document/problem.ts';
import { compileBoolTest } from '../conditions/bool.ts';
import { type Comparisons, compileIntTest, parseComparisons } from '../conditions/int.ts';
import { compileTextTests, parseTextTests, type TextTests } from '../conditions/text.ts';
import type { ValueTest } from '../conditions/value-test.ts';
import { bodyOf, booleanOf, integerOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import type { Scope } from '../scope.ts';
import type { Variables } from '../variables.ts';

type Filters = {
  readonly boolFilter?: boolean;
  readonly intFilter?: Comparisons;
  readonly stringFilter?: TextTests;
};
type Body = {
  readonly fromVar: string;
  readonly toVar: string;
  readonly undefinedValue: number;
  readonly filters: Filters;
};

export const getSize: ActionKind<Body> = {
  name: 'getSize',
  summary:
    'Counts the items of an array before its first unset one, or those of them that pass a filter; `undefinedValue` when there is no array.',
  example: 'getSize: { fromVar: basket, toVar: size }',
  cost: 'Visits the items before the first unset one with each filter: linear in the items.',
  atError:
    'An unset variable, or one that holds no array, stores `undefinedValue`; an item that `intFilter` cannot read as a whole number is an error.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const fromVar = textOf(body.fromVar);
    const toVar = textOf(body.toVar);
    if (fromVar === undefined || toVar === undefined)
      scope.findings.error(at, 'getSize needs fromVar and toVar');
    if (fromVar !== undefined) scope.readsVariable(fromVar, 'object', [...at, 'fromVar']);
    if (toVar !== undefined) scope.writesVariable(toVar, 'int', [...at, 'toVar']);
    const filters = parseFilters(body, at, scope);
    return fromVar === undefined || toVar === undefined || filters === undefined
      ? undefined
      : { fromVar, toVar, undefinedValue: integerOf(body.undefinedValue) ?? -1, filters };
  },
  compile({ fromVar, toVar, undefinedValue, filters }, { variables }) {
    const list = variables.read(fromVar);
    const write = variables.write(toVar);
    const passes = compileFilters(filters, fromVar, variables);
    return (session, sequence) => {
      const items = list(session, sequence);
      let size = Array.isArray(items) ? 0 : undefinedValue;
      if (Array.isArray(items))
        for (const item of items) {
          if (item === undefined) break;
          if (passes(session, sequence, item)) size += 1;
        }
      write(session, sequence, size);
    };
  },
};

function parseFilters(
  { boolFilter, intFilter, stringFilter }: Readonly<Record<string, unknown>>,
  at: Path,
  scope: Scope,
): Filters | undefined {
  const int =
    intFilter === undefined
      ? undefined
      : parseComparisons(bodyOf(intFilter) ?? {}, [...at, 'intFilter'], scope);
  const text =
    stringFilter === undefined ? undefined : parseTextTests(stringFilter, [...at, 'stringFilter'], scope);
  if ((intFilter !== undefined && int === undefined) || (stringFilter !== undefined && text === undefined))
    return undefined;
  return {
    ...(boolFilter === undefined ? {} : { boolFilter: booleanOf(bodyOf(boolFilter)?.value, true) }),
    ...(int === undefined ? {} : { intFilter: int }),
    ...(text === undefined ? {} : { stringFilter: text }),
  };
}

function compileFilters(filters: Filters, name: string, variables: Variables): ValueTest {
  const { boolFilter, intFilter, stringFilter } = filters;
  const tests: readonly ValueTest[] = [
    ...(boolFilter === undefined ? [] : [compileBoolTest(boolFilter)]),
    ...(intFilter === undefined ? [] : [compileIntTest(intFilter, name, variables)]),
    ...(stringFilter === undefined ? [] : [compileTextTests(stringFilter, variables)]),
  ];
  return (session, sequence, value) => {
    for (const test of tests) if (!test(session, sequence, value)) return false;
    return true;
  };
}
