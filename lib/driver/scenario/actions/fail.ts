import { PlacedError } from '../../model/placed-error.ts';
import { type Condition, compileCondition, hasCondition, parseCondition } from '../conditions/condition.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';

type Body = { readonly message: string; readonly condition?: Condition };

/** The message is literal: patterns are not evaluated here. */
export const fail: ActionKind<Body> = {
  name: 'fail',
  summary: 'Ends the phase with an error: always, or when a condition holds.',
  example: 'fail: { message: "nothing found", intCondition: matches == 0 }',
  parse(raw, at, scope) {
    const body = textOf(raw) === undefined ? (bodyOf(raw) ?? {}) : { message: raw };
    const message = textOf(body.message);
    if (message === undefined || message === '')
      scope.findings.error(at, 'fail has no message', "write 'fail: what is wrong'");
    const condition = hasCondition(body) ? parseCondition(body, at, scope) : undefined;
    if (message === undefined || message === '') return undefined;
    if (condition !== undefined) return { message, condition };
    return hasCondition(body) ? undefined : { message };
  },
  compile({ message, condition }, { variables, place }) {
    const holds = condition === undefined ? () => true : compileCondition(condition, variables);
    return (session, sequence) => {
      if (holds(session, sequence)) session.fail(new PlacedError(place, message));
    };
  },
};
