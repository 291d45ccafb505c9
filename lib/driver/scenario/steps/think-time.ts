import { compileLaw, type Delay, meanNs, newDelayPoint, parseConstant, parseDelay } from '../delays.ts';
import { bodyOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';

/** Each instance of a sequence pauses by itself. */
export const thinkTime: StepKind<Delay> = {
  name: 'thinkTime',
  summary: 'Pauses the sequence for a constant or random time.',
  example: 'thinkTime: 20ms',
  cost: 'One timer of the user while it waits; a random length costs one random number.',
  atError: 'Nothing in it can fail: times and bounds are checked when the document is read.',
  parse(raw, at, scope) {
    if (typeof raw !== 'string') return parseDelay(bodyOf(raw) ?? {}, at, scope, this.name);
    const law = parseConstant(raw, at, scope, this.name);
    return law === undefined ? undefined : { ...law, from: 'now' };
  },
  course: (delay) => (delay.from === 'last' ? { rhythmNs: meanNs(delay) } : { pauseNs: meanNs(delay) }),
  compile(delay, { random, perInstance }) {
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
};
