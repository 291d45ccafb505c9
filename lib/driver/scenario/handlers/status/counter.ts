import { exactlyOne, required, withDefault } from '../../../declaration/field.ts';
import { wholeNumber } from '../../../declaration/scalars.ts';
import { writes } from '../../declaration/variables.ts';
import { statusHandler } from '../../kind.ts';
import { intOf } from '../../values.ts';

/** Without `expectStatus`, every response counts. A variable without a value counts from `init`. */
export const counter = statusHandler({
  name: 'counter',
  summary: 'Adds to an int variable, or sets it, when a response has the status `expectStatus`.',
  example: 'counter: { var: missing, expectStatus: 404, add: 1 }',
  cost: 'One read and one write when the response has this status.',
  atError:
    'Text in the variable that is not a whole number is an error. An unset variable counts from `init`, and a sum beyond 32 bits wraps around.',
  fields: {
    var: required(writes('int', 'Name of the session variable to change.', 'missing')),
    expectStatus: wholeNumber('The status that is counted.', 404),
    init: withDefault(0, wholeNumber('Value when the variable is unset.')),
    change: exactlyOne({
      add: wholeNumber('Number to add.', 1),
      set: wholeNumber('Number to which the variable is set, in place of `add`.', 1),
    }),
  },
  compile({ var: variable, expectStatus, init, change }, { variables }) {
    const read = variables.read(variable);
    const write = variables.write(variable);
    return ({ session, sequence }, status) => {
      if (expectStatus !== undefined && status !== expectStatus) return;
      const value =
        'set' in change ? change.set : (intOf(read(session, sequence) ?? init, variable) + change.add) | 0;
      write(session, sequence, value);
    };
  },
});
