import { step } from '../kind.ts';

export const breakIfFinished = step({
  name: 'breakIfFinished',
  summary: 'Ends the sequence, and does not start the next one, once the phase starts no more users.',
  example: 'breakIfFinished',
  cost: 'One comparison.',
  atError: 'Nothing in it can fail.',
  fields: {},
  compile: () => [
    (session, sequence) => {
      if (session.phaseFinished) sequence.breakOff();
      return true;
    },
  ],
});
