import type { Action } from '../../model/session.ts';
import type { Kind, StepKind } from '../kind.ts';

/** An action as a step: it never waits. */
export const asStep = <Body>(kind: Kind<Body, Action>): StepKind<Body> => ({
  ...kind,
  compile(body, compiler) {
    const act = kind.compile(body, compiler);
    return [
      (session, sequence) => {
        act(session, sequence);
        return true;
      },
    ];
  },
});
