import { orNone } from '../../declaration/field.ts';
import { compileCondition, condition } from '../conditions/condition.ts';
import { actions } from '../declaration/nested-kinds.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import type { Part } from '../groups.ts';
import { step } from '../kind.ts';
import { dependency } from './awaited-variable.ts';

export const breakSequence = step({
  name: 'breakSequence',
  summary:
    'Ends the sequence when a condition is true, and does not start the next one; `onBreak` actions run before.',
  example: 'breakSequence: { intCondition: seen >= 3, onBreak: { log: "enough" } }',
  cost: 'Evaluates the condition, and runs its actions when it is true.',
  atError:
    'A condition over an unset variable is false. The step waits without a limit while `dependency` is unset. A text that `intCondition` cannot read as a whole number fails the phase, and so does an error of its actions.',
  mayEnd: true,
  fields: {
    condition,
    dependency,
    onBreak: orNone(breaking(actions('Actions to run before the sequence ends.', { log: 'enough' }))),
  },
  compile({ condition, dependency, onBreak }, compiler) {
    const awaited = dependency === undefined ? undefined : compiler.variables.read(dependency);
    const holds = compileCondition(condition, compiler.variables);
    const actions = compiler.compileParts('action', onBreak);
    return [
      (session, sequence) => {
        if (awaited !== undefined && awaited(session, sequence) === undefined) return false;
        if (!holds(session, sequence)) return true;
        for (const act of actions) act(session, sequence);
        sequence.breakOff();
        return true;
      },
    ];
  },
});

/** Parses the actions that run when the sequence ends. They cannot restart the sequence. */
function breaking(field: ScopedField<readonly Part[], false>): ScopedField<readonly Part[], false> {
  return {
    ...field,
    parse(raw, at, scope) {
      const around = scope.breaking;
      scope.breaking = true;
      const parts = field.parse(raw, at, scope);
      scope.breaking = around;
      return parts;
    },
  };
}
