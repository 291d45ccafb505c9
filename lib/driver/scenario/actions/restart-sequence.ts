import { action } from '../kind.ts';

/** In a handler, the restart takes effect after the rest of the handler and of the step. */
export const restartSequence = action({
  name: 'restartSequence',
  summary:
    'Goes back to the first step of the sequence. In a handler it does so after the step of this handler has ended.',
  example: 'restartSequence',
  cost: 'Constant time; adds one check after the present step.',
  atError: 'It never fails; when the instance has ended before the response came, it does nothing.',
  fields: {},
  check(body, at, scope) {
    if (!scope.breaking) return body;
    scope.findings.error(
      at,
      'restartSequence does nothing in onBreak, because breakSequence ends the sequence',
      'replace breakSequence with a conditional that has the action restartSequence',
    );
    return undefined;
  },
  compile(_body, { insertBehind, perInstance }) {
    // The number of the run in which the restart was requested. A late response must not restart a later run
    // of the same instance.
    const asked = perInstance(() => ({ run: 0 }));
    insertBehind((session, sequence) => {
      const state = asked(session, sequence);
      if (state.run === sequence.run) sequence.restart();
      state.run = 0;
      return true;
    });
    return (session, sequence) => {
      asked(session, sequence).run = sequence.run;
    };
  },
});
