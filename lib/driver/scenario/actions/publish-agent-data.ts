import { required } from '../../declaration/field.ts';
import { oneName } from '../../declaration/short-forms.ts';
import { PlacedError } from '../../model/placed-error.ts';
import { reads, sharedName } from '../declaration/variables.ts';
import { action } from '../kind.ts';

export const publishAgentData = action({
  name: 'publishAgentData',
  summary: 'Publishes a value to all users of the shard, once; to publish it a second time fails the phase.',
  example: 'publishAgentData: { name: owner, fromVar: hyperfoil.run.id }',
  cost: 'Keeps one value for each shard; copies a list, which is linear in its items.',
  atError:
    'An unset variable is an error. The phase fails, also in a handler, when the name already has a value, or when the users of a shard share more data than a shard may hold.',
  fields: {
    name: required(sharedName('Name of the value.', 'token')),
    fromVar: required(reads(undefined, 'Name of the session variable with the value.', 'token')),
  },
  short: { words: 'one name for both.', read: oneName('name', 'fromVar') },
  write: 'publishAgentData: name',
  compile({ name, fromVar }, { environment, place, variables }) {
    const data = environment.shared.data(name);
    const value = variables.need(fromVar);
    return (session, sequence) => {
      const published = value(session, sequence);
      try {
        data.publish(published);
      } catch (error) {
        session.fail(new PlacedError(place, error));
      }
    };
  },
});
