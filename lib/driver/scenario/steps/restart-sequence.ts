import { restartSequence as action } from '../actions/restart-sequence.ts';
import type { StepKind } from '../kind.ts';
import { scenarios } from '../limits.ts';

/** As a step: the sequence begins anew at once. */
export const restartSequence: StepKind<Record<string, never>> = {
  name: action.name,
  summary: action.summary,
  example: action.example,
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
