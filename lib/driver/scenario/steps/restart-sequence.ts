import { scenarios } from '../../limits.ts';
import type { StepKind } from '../kind.ts';

export const restartSequence: StepKind<Record<string, never>> = {
  name: 'restartSequence',
  summary:
    'Goes back to the first step of the sequence; in a handler, once the step that it belongs to is over.',
  example: 'restartSequence',
  cost: 'One jump.',
  atError: `A round without a step that waits fails the phase after ${scenarios.stepsPerWakeMax / 1e6} million steps in a row.`,
  goesOn: false,
  parse: () => ({}),
  compile: () => [
    (_session, sequence) => {
      sequence.restart();
      return true;
    },
  ],
};
