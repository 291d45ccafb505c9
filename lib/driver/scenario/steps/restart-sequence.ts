import type { StepKind } from '../kind.ts';

export const restartSequence: StepKind<Record<string, never>> = {
  name: 'restartSequence',
  summary:
    'Goes back to the first step of the sequence; in a handler, once the step that it belongs to is over.',
  example: 'restartSequence',
  goesOn: false,
  parse: () => ({}),
  compile: () => [
    (_session, sequence) => {
      sequence.restart();
      return true;
    },
  ],
};
