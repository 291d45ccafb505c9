import { bodyOf, integerOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { compileIntSource, type IntSource, parseIntSource } from '../sources.ts';

type Body = { readonly key: string; readonly sign: 1 | -1; readonly amount: IntSource };

export const addToSharedCounter: ActionKind<Body> = {
  name: 'addToSharedCounter',
  summary: 'Adds to a counter that the users of a shard share; it starts at 0.',
  example: 'addToSharedCounter: { key: orders, value: 1 }',
  cost: 'One addition; the counter is looked up once per phase and shard.',
  atError: 'An unset `fromVar`, text in it that is no whole number, or a sum beyond 2^53 is an error.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : bodyOf(raw);
    const key = textOf(body?.key);
    const given = ['value', 'fromVar'].filter((name) => body?.[name] !== undefined);
    if (key === undefined || given.length !== 1) {
      scope.findings.error(
        at,
        'addToSharedCounter needs key and exactly one of value and fromVar',
        "write 'addToSharedCounter: name += 1'",
      );
      return undefined;
    }
    scope.sharesState();
    const amount = parseIntSource({ value: body?.value, fromVar: body?.fromVar }, at, scope);
    const sign = textOf(body?.operator)?.toUpperCase() === 'SUBTRACT' ? -1 : 1;
    return amount === undefined ? undefined : { key, sign, amount };
  },
  compile({ key, sign, amount }, { environment, variables }) {
    const counter = environment.shared.counter(key);
    const value = compileIntSource(amount, variables);
    return (session, sequence) => counter.add(sign * value(session, sequence));
  },
};

/** `key++`, `key--`, `key += n`, `key -= n`. */
function shorthand(text: string): Readonly<Record<string, unknown>> {
  const match = /^(.+?)\s*(?:(\+\+|--)|([-+])=\s*(\d+))$/.exec(text.trim());
  if (match === null) return {};
  const [, key, step, sign, amount] = match;
  const operator = (step ?? sign)?.startsWith('-') ? 'SUBTRACT' : 'ADD';
  return { key, operator, value: step === undefined ? integerOf(amount) : 1 };
}
