import { required } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import { membersOf, textOf } from '../../declaration/value-readers.ts';
import type { SetValue } from '../../model/session.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import { action } from '../kind.ts';
import { kindOf, textOf as valueText } from '../values.ts';

/** The name of each published sum, and the variable whose value is added to it. */
type Sums = readonly (readonly [name: string, variable: string])[];

const variable = { title: 'the name of a variable', type: 'string' } as const;

/** The sums to publish: a list of names, a mapping from sums to variables, or a list of such mappings. */
const sums: ScopedField<Sums, false> = {
  schema: {
    title: 'a list of variables, or a mapping of sum to variable',
    description:
      'Variables whose values are added to global sums: a list of names, a mapping of sum to variable, or a list of such mappings.',
    type: ['array', 'object'],
    minItems: 1,
    additionalProperties: { ...variable, description: 'Variable whose value is added to the global sum.' },
    items: {
      ...variable,
      type: ['string', 'object'],
      minProperties: 1,
      additionalProperties: variable,
    },
    examples: [['paid']],
  },
  always: false,
  parse(raw, at, scope) {
    const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    const pairs = items.flatMap((item) => {
      const name = textOf(item);
      if (name !== undefined) return [[name, name] as const];
      return membersOf(item, at).map(([sum, value]) => [sum, textOf(value) ?? ''] as const);
    });
    for (const [, name] of pairs) scope.readsVariable(name, undefined, at);
    return pairs.length === 0 ? undefined : pairs;
  },
};

export const publishGlobalCounters = action({
  name: 'publishGlobalCounters',
  summary: 'Adds variables to sums over the whole run, which its results contain.',
  example: 'publishGlobalCounters: { key: users, vars: [hyperfoil.session.id] }',
  cost: 'One addition of 64-bit whole numbers for each variable, found by its key and name.',
  atError:
    'An unset variable, or text that is not a whole number of 64 bits, is an error. The variables before it in the list are still added.',
  fields: { key: required(name('Name of the group of sums.', 'orders')), vars: required(sums) },
  check(body, at, scope) {
    scope.publishesGlobal(body.key, [...at, 'key']);
    return body;
  },
  compile({ key, vars }, { environment, variables }) {
    const { shared } = environment;
    const parts = vars.map(([name, variable]) => ({ name, variable, read: variables.need(variable) }));
    return (session, sequence) => {
      for (const { name, variable, read } of parts)
        shared.addToGlobal(key, name, longOf(read(session, sequence), variable));
    };
  },
});

/** Reads an exact whole number of 64 bits, also from text. */
function longOf(value: SetValue, variable: string): bigint {
  if (typeof value === 'number') return BigInt(value);
  const text = valueText(value).trim();
  const long = /^[-+]?\d{1,19}$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
  if (long === undefined || BigInt.asIntN(64, long) !== long)
    throw new Error(`variable '${variable}' is ${kindOf(value)}, expected a whole number of 64 bits`);
  return long;
}
