import { required } from '../../declaration/field.ts';
import { oneName } from '../../declaration/short-forms.ts';
import { PlacedError } from '../../model/placed-error.ts';
import { sharedName, writes } from '../declaration/variables.ts';
import { action } from '../kind.ts';

export const readAgentData = action({
  name: 'readAgentData',
  summary: 'Copies a published value into a variable; a value that is not published fails the phase.',
  example: 'readAgentData: { name: token, toVar: token }',
  cost: 'One read; copies a list, which is linear in its items.',
  atError: 'A value that no step has published fails the phase, in a handler too.',
  fields: {
    name: required(sharedName('Name of the value.', 'token')),
    toVar: required(writes('object', 'Name of the session variable that receives the value.', 'token')),
  },
  short: { words: 'one name for both.', read: oneName('name', 'toVar') },
  write: 'readAgentData: name',
  compile({ name, toVar }, { environment, place, variables }) {
    const data = environment.shared.data(name);
    const write = variables.write(toVar);
    return (session, sequence) => {
      const value = data.read();
      if (value === undefined)
        session.fail(new PlacedError(place, `agent data '${name}' is not published, ${remedy}`));
      else write(session, sequence, value);
    };
  },
});

const remedy =
  'publish the data before this step, or in a phase that ends before this one (startAfterStrict)';
