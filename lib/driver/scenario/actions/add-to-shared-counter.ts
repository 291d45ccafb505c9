import { exactlyOne, required, withDefault } from '../../declaration/field.ts';
import { choice, wholeNumber } from '../../declaration/scalars.ts';
import { increment } from '../../declaration/short-forms.ts';
import { reads, sharedName } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { compileIntSource } from '../sources.ts';

export const addToSharedCounter = action({
  name: 'addToSharedCounter',
  summary: 'Adds to a counter that the users of a shard share; it starts at 0.',
  example: 'addToSharedCounter: { key: orders, value: 1 }',
  cost: 'One addition; the counter is looked up once per phase and shard.',
  atError: 'An unset `fromVar`, text in it that is not a whole number, or a sum beyond 2^53 is an error.',
  fields: {
    key: required(sharedName('Name of the counter.', 'orders')),
    operator: withDefault('ADD', choice(['ADD', 'SUBTRACT'], 'Direction.')),
    amount: exactlyOne({
      value: wholeNumber('Amount.', 1),
      fromVar: reads(undefined, 'Name of the session variable with the amount.', 'amount'),
    }),
  },
  short: { words: '`key++`, `key--`, `key += n`, `key -= n`.', several: true, read: increment('key') },
  write: 'addToSharedCounter: name += 1',
  compile({ key, operator, amount }, { environment, variables }) {
    const counter = environment.shared.counter(key);
    const sign = operator === 'ADD' ? 1 : -1;
    const value = compileIntSource(amount, variables);
    return (session, sequence) => counter.add(sign * value(session, sequence));
  },
});
