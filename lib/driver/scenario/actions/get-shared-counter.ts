import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';

type Body = { readonly key: string; readonly toVar: string };

/** A counter beyond an int variable gives the nearest that one can hold. */
export const getSharedCounter: ActionKind<Body> = {
  name: 'getSharedCounter',
  summary: 'Reads a counter that the users of a shard share into an int variable.',
  example: 'getSharedCounter: { key: orders, toVar: count }',
  cost: 'One read of the counter, which is looked up once per phase and shard.',
  atError: 'A counter that nobody has set is 0, and one beyond 32 bits stores the nearest number that fits.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? { key: raw.trim(), toVar: raw.trim() } : (bodyOf(raw) ?? {});
    const key = textOf(body.key);
    const toVar = textOf(body.toVar);
    if (toVar !== undefined) scope.writesVariable(toVar, 'int', at);
    if (key === undefined || toVar === undefined) {
      scope.findings.error(at, 'getSharedCounter needs key and toVar', "write 'getSharedCounter: name'");
      return undefined;
    }
    scope.sharesState();
    return { key, toVar };
  },
  compile({ key, toVar }, { environment, variables }) {
    const counter = environment.shared.counter(key);
    const write = variables.write(toVar);
    return (session, sequence) =>
      write(session, sequence, Math.min(0x7fffffff, Math.max(-0x80000000, counter.value)));
  },
};
