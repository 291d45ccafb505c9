import { orNone } from '../../declaration/field.ts';
import { compileCondition, condition } from '../conditions/condition.ts';
import { actions } from '../declaration/parts.ts';
import { action } from '../kind.ts';

export const conditional = action({
  name: 'conditional',
  summary: 'Runs actions when a condition holds.',
  example: 'conditional: { intCondition: page > 3, actions: [setInt: page <- 1] }',
  cost: 'The condition, and its actions when that holds.',
  atError:
    'A condition over an unset variable does not hold; a text that `intCondition` cannot read as a whole number is an error, and so is what its actions call one.',
  fields: { condition, actions: orNone(actions('Actions to run.')) },
  compile({ condition, actions }, compiler) {
    const holds = compileCondition(condition, compiler.variables);
    const all = compiler.compileParts('action', actions);
    return (session, sequence) => {
      if (holds(session, sequence)) for (const act of all) act(session, sequence);
    };
  },
});
