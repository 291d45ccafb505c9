import { orNone } from '../../declaration/field.ts';
import { compileCondition, condition } from '../conditions/condition.ts';
import { actions } from '../declaration/nested-kinds.ts';
import { action } from '../kind.ts';

export const conditional = action({
  name: 'conditional',
  summary: 'Runs actions when a condition is true.',
  example: 'conditional: { intCondition: page > 3, actions: [setInt: page <- 1] }',
  cost: 'Evaluates the condition, and runs its actions when it is true.',
  atError:
    'A condition over an unset variable is false. A text that `intCondition` cannot read as a whole number is an error, and so is an error of its actions.',
  fields: { condition, actions: orNone(actions('Actions to run.')) },
  compile({ condition, actions }, compiler) {
    const holds = compileCondition(condition, compiler.variables);
    const all = compiler.compileParts('action', actions);
    return (session, sequence) => {
      if (holds(session, sequence)) for (const act of all) act(session, sequence);
    };
  },
});
