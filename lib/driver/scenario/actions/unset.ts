import { required } from '../../declaration/field.ts';
import { builtInVariables } from '../checks/variable-uses.ts';
import { reads } from '../declaration/variables.ts';
import { action } from '../kind.ts';

export const unset = action({
  name: 'unset',
  summary: 'Removes the value of a variable.',
  example: 'unset: city',
  cost: 'One write.',
  atError: 'It never fails. It does nothing when the variable is unset.',
  fields: { var: required(reads(undefined, 'Name of the session variable to unset.', 'city')) },
  short: { member: 'var', words: 'its name.' },
  needs: 'the name of a variable',
  write: 'unset: name',
  check(body, at, scope) {
    if (Object.hasOwn(builtInVariables, body.var))
      scope.findings.error(at, `built-in variable '${body.var}' cannot be unset`);
    return body;
  },
  compile({ var: variable }, { variables }) {
    const write = variables.write(variable);
    return (session, sequence) => write(session, sequence, undefined);
  },
});
