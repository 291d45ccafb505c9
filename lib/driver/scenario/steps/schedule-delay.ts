import { compileLaw, type Delay, meanNs, parseDelay } from '../delays.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { compilePoint } from './await-delay.ts';

type Body = Delay & { readonly key: string };

export const scheduleDelay: StepKind<Body> = {
  name: 'scheduleDelay',
  summary:
    'Sets the instant that `awaitDelay` waits for, without waiting itself; `fromLast` counts from the previous one, so that a loop keeps its rhythm.',
  example: 'scheduleDelay: { key: pace, duration: 1s, fromLast: }',
  cost: 'One write; a random length costs one random number.',
  atError: 'Nothing in it can fail: times and bounds are checked when the document is read.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const key = textOf(body.key);
    const delay = parseDelay(body, at, scope, this.name);
    if (key === undefined) {
      scope.findings.error(at, 'scheduleDelay needs a key', "write 'key: name'");
      return undefined;
    }
    scope.setsDelay(key, [...at, 'key']);
    return delay === undefined ? undefined : { ...delay, key };
  },
  course: (delay) => ({
    sets: { key: delay.key, ns: meanNs(delay), isRhythm: delay.from === 'last' },
  }),
  compile(delay, compiler) {
    const lengthNs = compileLaw(delay, compiler.random);
    const { from } = delay;
    const point = compilePoint(delay.key, compiler);
    return [
      (session, sequence) => {
        point(session, sequence).set(session, sequence, lengthNs(), from);
        return true;
      },
    ];
  },
};
