import { exactlyOne, required } from '../../declaration/field.ts';
import { wholeNumber } from '../../declaration/scalars.ts';
import { oneName } from '../../declaration/short-forms.ts';
import { reads, sharedName } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { compileIntSource } from '../sources.ts';

export const setSharedCounter = action({
  name: 'setSharedCounter',
  summary: 'Sets a counter that the users of a shard share.',
  example: 'setSharedCounter: { key: orders, value: 0 }',
  cost: 'One write of the counter, which is looked up once per phase and shard.',
  atError: 'An unset `fromVar`, or text in it that is not a whole number, is an error.',
  fields: {
    key: required(sharedName('Name of the counter.', 'orders')),
    source: exactlyOne({
      value: wholeNumber('The number.', 0),
      fromVar: reads(undefined, 'Name of the session variable with the number.', 'count'),
    }),
  },
  short: { words: 'one name for the counter and the variable.', read: oneName('key', 'fromVar') },
  compile({ key, source }, { environment, variables }) {
    const counter = environment.shared.counter(key);
    const read = compileIntSource(source, variables);
    return (session, sequence) => counter.set(read(session, sequence));
  },
});
