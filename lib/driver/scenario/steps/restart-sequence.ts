import { restartSequence as action } from '../actions/restart-sequence.ts';
import { step } from '../kind.ts';
import { scenarios } from '../limits.ts';

/** When the restart is a step (and not in a handler), it takes effect at once. */
export const restartSequence = step({
  name: action.name,
  summary: action.summary,
  example: action.example,
  cost: 'One jump.',
  atError: `A round without a step that waits fails the phase after ${scenarios.stepsPerWakeMax / 1e6} million steps in a row.`,
  goesOn: false,
  fields: {},
  compile: () => [
    (_session, sequence) => {
      sequence.restart();
      return true;
    },
  ],
});
