import { step } from '../kind.ts';

export const breakIfFinished = step({
  name: 'breakIfFinished',
  summary:
    'Ends the sequence after the phase has started its last user. Sequences that would follow do not start.',
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
