import type { Path } from '../../document/problem.ts';
import type { SetValue } from '../../model/session.ts';
import { bodyOf, pairsOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { kindOf, textOf as valueText } from '../values.ts';

/** `sums`: the name of each sum and the variable to add to it. */
type Body = { readonly key: string; readonly sums: readonly (readonly [name: string, variable: string])[] };

export const publishGlobalCounters: ActionKind<Body> = {
  name: 'publishGlobalCounters',
  summary: 'Adds variables to sums over the whole run, which stand in its results.',
  example: 'publishGlobalCounters: { key: users, vars: [hyperfoil.session.id] }',
  cost: 'One addition of 64-bit whole numbers for each variable, found by its key and name.',
  atError:
    'An unset variable, or text that is no whole number of 64 bits, is an error, and the variables before it have been added.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const key = textOf(body.key);
    const sums = sumsOf(body.vars);
    for (const [, variable] of sums) scope.readsVariable(variable, undefined, [...at, 'vars'] as Path);
    if (key === undefined || sums.length === 0) {
      scope.findings.error(at, 'publishGlobalCounters needs key and vars');
      return undefined;
    }
    scope.publishesGlobal(key, [...at, 'key']);
    return { key, sums };
  },
  compile({ key, sums }, { environment, variables }) {
    const { shared } = environment;
    const parts = sums.map(([name, variable]) => ({ name, variable, read: variables.need(variable) }));
    return (session, sequence) => {
      for (const { name, variable, read } of parts)
        shared.addToGlobal(key, name, longOf(read(session, sequence), variable));
    };
  },
};

/** A list of names, a mapping of sum to variable, or a list of such mappings. */
function sumsOf(raw: unknown): Body['sums'] {
  const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  return items.flatMap((item) => {
    const name = textOf(item);
    if (name !== undefined) return [[name, name] as const];
    return pairsOf(item).flatMap(([sum, variable]) => {
      const text = textOf(variable);
      return text === undefined ? [] : [[sum, text] as const];
    });
  });
}

/** A whole number of 64 bits, exact, also from text. */
function longOf(value: SetValue, variable: string): bigint {
  if (typeof value === 'number') return BigInt(value);
  const text = valueText(value).trim();
  const long = /^[-+]?\d{1,19}$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
  if (long === undefined || BigInt.asIntN(64, long) !== long)
    throw new Error(`variable '${variable}' holds ${kindOf(value)}, expected a whole number of 64 bits`);
  return long;
}
