import { required } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import { textOf } from '../../declaration/value-readers.ts';
import type { Read } from '../../model/session.ts';
import { type SequenceCompiler, step } from '../kind.ts';
import { baseOf } from '../variables.ts';
import { type DelayPoint, newDelayPoint } from './delays.ts';

export const awaitDelay = step({
  name: 'awaitDelay',
  summary: 'Waits until the time that an earlier `scheduleDelay` has set.',
  example: 'awaitDelay: pace',
  cost: 'One timer of the user while it waits.',
  atError: 'Without a `scheduleDelay` of this key before it, it fails the phase.',
  fields: {
    key: required({
      ...name('Key of the delay, as in its `scheduleDelay`.', 'pace'),
      parse(raw, at, scope) {
        const key = textOf(raw);
        if (key !== undefined) scope.awaitsDelay(key, at);
        return key;
      },
    }),
  },
  short: { member: 'key', words: 'the key.' },
  needs: 'the key of a scheduleDelay',
  write: 'awaitDelay: name',
  course: ({ key }) => ({ awaits: key }),
  compile({ key }, compiler) {
    const point = compilePoint(key, compiler);
    return [
      (session, sequence) => {
        const delay = point(session, sequence);
        if (!delay.isSet) throw new Error(`awaitDelay: no scheduleDelay has set '${key}' yet`);
        return delay.reached(session, sequence);
      },
    ];
  },
});

/**
 * The instant at which a delay ends. All sequences of a user share it by its key. `key[.]` has one instant
 * for each index of an instance.
 */
export const compilePoint = (key: string, compiler: SequenceCompiler): Read<DelayPoint> =>
  baseOf(key) === undefined
    ? compiler.perSession(newDelayPoint, `delay ${key}`)
    : compiler.perInstance(newDelayPoint, `delay ${key}`);
