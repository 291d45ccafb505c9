import { required } from '../../declaration/field.ts';
import { comparisons, compileIntTest } from '../conditions/int.ts';
import { awaits } from '../declaration/variables.ts';
import { step } from '../kind.ts';

export const awaitInt = step({
  name: 'awaitInt',
  summary: 'Waits until a variable is set and its number passes all comparisons.',
  example: 'awaitInt: { var: seen, greaterOrEqualTo: 3 }',
  cost: 'One read and its comparisons for each event of the user, such as a response.',
  atError:
    'Waits while the variable is unset, without a limit if no step sets it. Text that is not a whole number, or an unset variable to compare with, fails the phase.',
  fields: {
    var: required(awaits(undefined, 'Name of the session variable to wait for.', 'seen')),
    comparisons,
  },
  needs: 'var, the variable to wait for',
  compile({ var: variable, comparisons: all }, { variables }) {
    const read = variables.read(variable);
    const passes = compileIntTest(all, variable, variables);
    return [
      (session, sequence) => {
        const value = read(session, sequence);
        return value !== undefined && passes(session, sequence, value);
      },
    ];
  },
});
