import { step } from '../kind.ts';
import { compileLaw, delay, meanNs, newDelayPoint } from './delays.ts';

/** Each instance of a sequence pauses independently of the others. */
export const thinkTime = step({
  name: 'thinkTime',
  summary: 'Pauses the sequence for a constant or random time.',
  example: 'thinkTime: 20ms',
  cost: 'One timer of the user while it waits; a random length costs one random number.',
  atError: 'Nothing in it can fail: times and bounds are checked when the document is read.',
  fields: { delay: delay('thinkTime', '500ms') },
  short: {
    member: 'duration',
    words: 'the duration, with its unit.',
    title: 'a time such as 500ms, or a mapping',
    example: '500ms',
  },
  course: ({ delay }) => (delay.from === 'last' ? { rhythmNs: meanNs(delay) } : { pauseNs: meanNs(delay) }),
  compile({ delay }, { random, perInstance }) {
    const lengthNs = compileLaw(delay, random);
    const { from } = delay;
    const point = perInstance(newDelayPoint);
    return [
      (session, sequence) => {
        point(session, sequence).set(session, sequence, lengthNs(), from);
        return true;
      },
      (session, sequence) => point(session, sequence).reached(session, sequence),
    ];
  },
});
