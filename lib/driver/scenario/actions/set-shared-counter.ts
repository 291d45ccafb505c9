import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { compileIntSource, type IntSource, parseIntSource } from '../sources.ts';

type Body = { readonly key: string; readonly value: IntSource };

export const setSharedCounter: ActionKind<Body> = {
  name: 'setSharedCounter',
  summary: 'Sets a counter that the users of a shard share.',
  example: 'setSharedCounter: { key: orders, value: 0 }',
  cost: 'One write of the counter, which is looked up once per phase and shard.',
  atError: 'An unset `fromVar`, or text in it that is no whole number, is an error.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? { key: raw.trim(), fromVar: raw.trim() } : (bodyOf(raw) ?? {});
    const key = textOf(body.key);
    const { value, fromVar } = body as Readonly<Record<string, unknown>>;
    if (key === undefined || (value === undefined) === (fromVar === undefined)) {
      scope.findings.error(at, 'setSharedCounter needs key and exactly one of value and fromVar');
      return undefined;
    }
    scope.sharesState();
    const source = parseIntSource({ value, fromVar }, at, scope);
    return source === undefined ? undefined : { key, value: source };
  },
  compile({ key, value }, { environment, variables }) {
    const counter = environment.shared.counter(key);
    const read = compileIntSource(value, variables);
    return (session, sequence) => counter.set(read(session, sequence));
  },
};
