import { step } from '../kind.ts';

export const breakIfFinished = step({
  name: 'breakIfFinished',
  summary: 'When the phase starts no more users, it ends the sequence and does not start the next one.',
  example: 'breakIfFinished',
  cost: 'One comparison.',
  atError: 'It never fails.',
  fields: {},
  compile: () => [
    (session, sequence) => {
      if (session.phaseFinished) sequence.breakOff();
      return true;
    },
  ],
});
