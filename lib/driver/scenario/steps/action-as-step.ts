import type { Action } from '../../model/session.ts';
import type { Kind, StepKind } from '../kind.ts';

/** An action as a step. It never waits, and a document writes its body even when the body is empty. */
export const asStep = <Body>(kind: Kind<Body, Action>): StepKind<Body> => ({
  ...kind,
  isBare: false,
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
