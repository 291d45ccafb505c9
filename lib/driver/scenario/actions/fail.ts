import { text } from '../../declaration/scalars.ts';
import { PlacedError } from '../../model/placed-error.ts';
import { compileCondition, optionalCondition } from '../conditions/condition.ts';
import { action } from '../kind.ts';

/** Patterns such as `${name}` are not evaluated in the message. */
export const fail = action({
  name: 'fail',
  summary: 'Ends the phase with an error: always, or when a condition is true.',
  example: 'fail: { message: "nothing found", intCondition: matches == 0 }',
  cost: 'The condition.',
  atError:
    'Fails the phase, in a handler too; a condition over an unset variable is false, and then nothing fails.',
  fields: { condition: optionalCondition, message: text('Message of the error.', 'nothing found') },
  short: { member: 'message', words: 'the message.', title: 'a message, or a mapping' },
  compile({ message, condition }, { variables, place }) {
    const holds = condition === undefined ? () => true : compileCondition(condition, variables);
    const error = message || "a user reached a 'fail' step";
    return (session, sequence) => {
      if (holds(session, sequence)) session.fail(new PlacedError(place, error));
    };
  },
});
