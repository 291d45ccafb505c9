import { required } from '../../declaration/field.ts';
import { oneName } from '../../declaration/short-forms.ts';
import { sharedName, writes } from '../declaration/variables.ts';
import { action } from '../kind.ts';

/** If a shared counter is too large for an int variable (32 bits), the variable gets the nearest int. */
export const getSharedCounter = action({
  name: 'getSharedCounter',
  summary: 'Reads a counter that the users of a shard share into an int variable.',
  example: 'getSharedCounter: { key: orders, toVar: count }',
  cost: 'One read of the counter, which is looked up once per phase and shard.',
  atError:
    'A counter that no step has set is 0. For a counter beyond 32 bits the nearest number that fits is stored.',
  fields: {
    key: required(sharedName('Name of the counter.', 'orders')),
    toVar: required(writes('int', 'Name of the session variable that receives its value.', 'count')),
  },
  short: { words: 'one name for the counter and the variable.', read: oneName('key', 'toVar') },
  write: 'getSharedCounter: name',
  compile({ key, toVar }, { environment, variables }) {
    const counter = environment.shared.counter(key);
    const write = variables.write(toVar);
    return (session, sequence) =>
      write(session, sequence, Math.min(0x7fffffff, Math.max(-0x80000000, counter.value)));
  },
});
