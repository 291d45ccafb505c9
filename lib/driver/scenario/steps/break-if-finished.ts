import type { StepKind } from '../kind.ts';

export const breakIfFinished: StepKind<Record<string, never>> = {
  name: 'breakIfFinished',
  summary: 'Ends the sequence, and does not start the one behind it, once the phase starts no more users.',
  example: 'breakIfFinished',
  cost: 'One comparison.',
  atError: 'Nothing in it can fail.',
  parse: () => ({}),
  compile: () => [
    (session, sequence) => {
      if (session.phaseFinished) sequence.breakOff();
      return true;
    },
  ],
};
