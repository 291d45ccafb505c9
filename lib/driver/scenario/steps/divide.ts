import { type Mapping, required } from '../../declaration/field.ts';
import { name, notZero } from '../../declaration/scalars.ts';
import { reads } from '../declaration/variables.ts';
import { step } from '../kind.ts';
import { intOf } from '../values.ts';

export const divide = step({
  name: 'divide',
  summary: 'Divides an int variable by a constant, rounding towards 0; waits while the variable is unset.',
  example: 'divide: price /= 100',
  cost: 'One read and one write.',
  atError: 'Waits while the variable is unset; text that is not a whole number fails the phase.',
  fields: {
    fromVar: required(reads('int', 'Name of the session variable with the dividend.', 'price')),
    toVar: required(name('Name of the session variable that receives the quotient.', 'price')),
    divisor: required(notZero('Divisor; not 0.', 100)),
  },
  short: { words: '`v /= n`.', read: quotient },
  needs: 'fromVar, toVar and divisor, a whole number that is not 0',
  write: 'divide: name /= 10',
  check(body, at, scope) {
    // If both names are equal, the step writes no new variable. It changes a variable that another step
    // wrote.
    if (body.fromVar !== body.toVar) scope.writesVariable(body.toVar, 'int', at);
    return body;
  },
  compile({ fromVar, toVar, divisor }, { variables }) {
    const read = variables.read(fromVar);
    const write = variables.write(toVar);
    return [
      (session, sequence) => {
        const value = read(session, sequence);
        if (value === undefined) return false;
        write(session, sequence, (intOf(value, fromVar) / divisor) | 0);
        return true;
      },
    ];
  },
});

function quotient(text: string): Mapping {
  const [, variable, divisor] = /^(.*\S)\s*\/=\s*([-+]?\d+)$/.exec(text.trim()) ?? [];
  return { fromVar: variable, toVar: variable, divisor };
}
