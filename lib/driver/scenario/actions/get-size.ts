import { bodyParser, defineBody } from '../../declaration/body.ts';
import { required, withDefault } from '../../declaration/field.ts';
import { flag, wholeNumber } from '../../declaration/scalars.ts';
import { referTo } from '../../declaration/schema.ts';
import { compileBoolTest } from '../conditions/bool.ts';
import { type Comparisons, comparisonsBelow, compileIntTest } from '../conditions/int.ts';
import { compileTextTests, type TextTests, textTests } from '../conditions/text.ts';
import type { ValueTest } from '../conditions/value-test.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import { reads, writes } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import type { Variables } from '../variables.ts';

type Filters = {
  readonly boolFilter?: { readonly value: boolean };
  readonly intFilter?: Comparisons;
  readonly stringFilter?: TextTests;
};

const boolShape = {
  name: 'boolFilter',
  fields: { value: withDefault(true, flag('The expected value, true or false.')) },
  short: { member: 'value', title: 'true, false, or a mapping with value' },
} as const;

const boolFilter: ScopedField<NonNullable<Filters['boolFilter']>, false> = {
  schema: referTo(
    defineBody('boolFilter', 'Tests for true or false.', boolShape),
    'Counts only items with this value.',
    true,
  ),
  always: false,
  parse: bodyParser(() => boolShape),
};

export const getSize = action({
  name: 'getSize',
  summary:
    'Counts the items of an array before its first unset one, or those of them that pass a filter; `undefinedValue` when there is no array.',
  example: 'getSize: { fromVar: basket, toVar: size }',
  cost: 'Visits the items before the first unset one with each filter: linear in the items.',
  atError:
    'An unset variable, or a variable without an array, stores `undefinedValue`. An item that `intFilter` cannot read as a whole number is an error.',
  fields: {
    fromVar: required(reads('object', 'Name of the session variable with the array.', 'basket')),
    toVar: required(writes('int', 'Name of the session variable that receives the number.', 'size')),
    undefinedValue: withDefault(-1, wholeNumber('Result when the variable is unset.')),
    boolFilter,
    intFilter: comparisonsBelow('Counts only numbers that pass these comparisons.', { greaterThan: 3 }),
    stringFilter: textTests('Counts only texts that pass this test.', { startsWith: 'um' }),
  },
  compile({ fromVar, toVar, undefinedValue, ...filters }, { variables }) {
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
});

function compileFilters(filters: Filters, name: string, variables: Variables): ValueTest {
  const { boolFilter, intFilter, stringFilter } = filters;
  const tests: readonly ValueTest[] = [
    ...(boolFilter === undefined ? [] : [compileBoolTest(boolFilter.value)]),
    ...(intFilter === undefined ? [] : [compileIntTest(intFilter, name, variables)]),
    ...(stringFilter === undefined ? [] : [compileTextTests(stringFilter, variables)]),
  ];
  return (session, sequence, value) => {
    for (const test of tests) if (!test(session, sequence, value)) return false;
    return true;
  };
}
