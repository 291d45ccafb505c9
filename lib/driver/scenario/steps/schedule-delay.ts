import { required } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import { textOf } from '../../declaration/value-readers.ts';
import { step } from '../kind.ts';
import { compilePoint } from './await-delay.ts';
import { compileLaw, delay, meanNs } from './delays.ts';

export const scheduleDelay = step({
  name: 'scheduleDelay',
  summary:
    'Sets the instant that `awaitDelay` waits for, without waiting itself; `fromLast` counts from the previous one, so that a loop keeps its rhythm.',
  example: 'scheduleDelay: { key: pace, duration: 1s, fromLast: }',
  cost: 'One write; a random length costs one random number.',
  atError: 'Nothing in it can fail: times and bounds are checked when the document is read.',
  fields: {
    key: required({
      ...name('Key of the delay, as in its `awaitDelay`.', 'pace'),
      parse(raw, at, scope) {
        const key = textOf(raw);
        if (key !== undefined) scope.setsDelay(key, at);
        return key;
      },
    }),
    delay: delay('scheduleDelay', '1s'),
  },
  needs: 'a key',
  write: 'key: name',
  course: ({ key, delay }) => ({
    sets: { key, ns: meanNs(delay), isRhythm: delay.from === 'last' },
  }),
  compile({ key, delay }, compiler) {
    const lengthNs = compileLaw(delay, compiler.random);
    const { from } = delay;
    const point = compilePoint(key, compiler);
    return [
      (session, sequence) => {
        point(session, sequence).set(session, sequence, lengthNs(), from);
        return true;
      },
    ];
  },
});
