import type { Action } from '../../model/session.ts';
import type { Kind, StepKind } from '../kind.ts';

/** Makes a step of an action. The step never waits. In a document it always has a body, even an empty one. */
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
