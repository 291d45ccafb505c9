import { type Condition, compileCondition, parseCondition } from '../conditions/condition.ts';
import { bodyOf } from '../fields.ts';
import type { Part } from '../groups.ts';
import type { StepKind } from '../kind.ts';

type Body = { readonly condition: Condition; readonly onBreak: readonly Part[] };

export const breakSequence: StepKind<Body> = {
  name: 'breakSequence',
  summary:
    'Ends the sequence when a condition holds, and does not start the one behind it; `onBreak` actions run before.',
  example: 'breakSequence: { intCondition: seen >= 3, onBreak: { log: "enough" } }',
  cost: 'The condition, and its actions when that holds.',
  atError:
    'A condition over an unset variable does not hold; a text that `intCondition` cannot read as a whole number fails the phase, and so does what its actions call an error.',
  mayEnd: true,
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const condition = parseCondition(body, at, scope);
    const around = scope.breaking;
    scope.breaking = true;
    const onBreak = scope.parseParts('action', body.onBreak, [...at, 'onBreak']);
    scope.breaking = around;
    return condition === undefined ? undefined : { condition, onBreak };
  },
  compile({ condition, onBreak }, compiler) {
    const holds = compileCondition(condition, compiler.variables);
    const actions = compiler.compileParts('action', onBreak);
    return [
      (session, sequence) => {
        if (!holds(session, sequence)) return true;
        for (const act of actions) act(session, sequence);
        sequence.breakOff();
        return true;
      },
    ];
  },
};
