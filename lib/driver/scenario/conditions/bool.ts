import { bodyParser, defineBody } from '../../declaration/body.ts';
import { under, withDefault } from '../../declaration/field.ts';
import { flag } from '../../declaration/scalars.ts';
import { conditionList, lookedAt } from './parts.ts';
import type { ValueTest } from './value-test.ts';

export type BoolCondition = { readonly fromVar: string; readonly bool: boolean };

const shape = {
  name: 'a condition',
  fields: {
    fromVar: lookedAt('found'),
    bool: under('value', withDefault(true, flag('The expected value, true or false.', true))),
  },
  short: { member: 'value', title: 'true, false, or a mapping with fromVar and value' },
} as const;

/** A condition on a variable that is true or false. */
export const boolCondition = conditionList<BoolCondition>(
  'boolCondition',
  'Runs only when a variable has the expected value, true or false.',
  { fromVar: 'found' },
  defineBody(
    'boolCondition',
    'True when a variable has the expected value, true or false. An unset variable gives false.',
    shape,
  ),
  bodyParser(() => shape),
);

/**
 * Tests whether a value is true or false. It counts as true or false if its text begins with this word, in
 * upper or lower case. A number is neither true nor false.
 */
export function compileBoolTest(wanted: boolean): ValueTest {
  const word = String(wanted);
  return (_session, _sequence, value) =>
    typeof value === 'string' && value.slice(0, word.length).toLowerCase() === word;
}
