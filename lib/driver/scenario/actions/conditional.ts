import { type Condition, compileCondition, parseCondition } from '../conditions/condition.ts';
import { bodyOf } from '../fields.ts';
import type { Part } from '../groups.ts';
import type { ActionKind } from '../kind.ts';

type Body = { readonly condition: Condition; readonly actions: readonly Part[] };

export const conditional: ActionKind<Body> = {
  name: 'conditional',
  summary: 'Runs actions when a condition holds.',
  example: 'conditional: { intCondition: page > 3, actions: [setInt: page <- 1] }',
  cost: 'The condition, and its actions when that holds.',
  atError:
    'A condition over an unset variable does not hold; a text that `intCondition` cannot read as a whole number is an error, and so is what its actions call one.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const condition = parseCondition(body, at, scope);
    const actions = scope.parseParts('action', body.actions, [...at, 'actions']);
    return condition === undefined ? undefined : { condition, actions };
  },
  compile({ condition, actions }, compiler) {
    const holds = compileCondition(condition, compiler.variables);
    const all = compiler.compileParts('action', actions);
    return (session, sequence) => {
      if (holds(session, sequence)) for (const act of all) act(session, sequence);
    };
  },
};
