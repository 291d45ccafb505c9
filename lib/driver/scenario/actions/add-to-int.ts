import { required } from '../../declaration/field.ts';
import { notZero, wholeNumber } from '../../declaration/scalars.ts';
import { increment } from '../../declaration/short-forms.ts';
import { changes } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { intOf } from '../values.ts';
import { UnsetVariable } from '../variables.ts';

export const addToInt = action({
  name: 'addToInt',
  summary: 'Adds to an int variable; `orElseSetTo` is its value when it was unset.',
  example: 'addToInt: { var: page, value: 1, orElseSetTo: 1 }',
  cost: 'One read and one write of a variable.',
  atError:
    'An unset variable without `orElseSetTo`, or text that is not a whole number, is an error. A sum beyond 32 bits wraps around.',
  fields: {
    var: required(changes('int', 'Name of the session variable to change.', 'page')),
    value: required(notZero('Number to add; not 0.', 1)),
    orElseSetTo: wholeNumber('Value to set instead when the variable is unset.', 1),
  },
  short: {
    words: '`v++`, `v--`, `v += n`, `v -= n`.',
    several: true,
    example: 'page++',
    read: increment('var'),
  },
  needs: 'var and a whole number value that is not 0',
  write: 'addToInt: name += 1',
  compile({ var: variable, value, orElseSetTo }, { variables }) {
    const read = variables.read(variable);
    const write = variables.write(variable);
    return (session, sequence) => {
      const current = read(session, sequence);
      if (current !== undefined) write(session, sequence, (intOf(current, variable) + value) | 0);
      else if (orElseSetTo === undefined) throw new UnsetVariable(variable);
      else write(session, sequence, orElseSetTo);
    };
  },
});
