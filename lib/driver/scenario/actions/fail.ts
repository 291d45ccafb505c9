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
  cost: 'The condition.',
  atError:
    'Fails the phase, in a handler too; a condition over an unset variable does not hold, and then nothing fails.',
  parse(raw, at, scope) {
    const body = textOf(raw) === undefined ? (bodyOf(raw) ?? {}) : { message: raw };
    const message = textOf(body.message) ?? '';
    const condition = hasCondition(body) ? parseCondition(body, at, scope) : undefined;
    if (condition !== undefined) return { message, condition };
    return hasCondition(body) ? undefined : { message };
  },
  compile({ message, condition }, { variables, place }) {
    const holds = condition === undefined ? () => true : compileCondition(condition, variables);
    const error = message === '' ? 'a fail step was reached' : message;
    return (session, sequence) => {
      if (holds(session, sequence)) session.fail(new PlacedError(place, error));
    };
  },
};
