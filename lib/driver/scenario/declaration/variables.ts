import { name } from '../../declaration/scalars.ts';
import { oneOrList } from '../../declaration/schema.ts';
import { textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { VariableKind } from '../checks/variable-uses.ts';
import type { Scope } from '../scope.ts';
import type { ScopedField } from './scoped-field.ts';

/**
 * The declarations in this file are fields of a body with the name of a session variable. If `kind` is
 * undefined, the variable may have either kind.
 */

type OneVariable<Kind> = (kind: Kind, description: string, example?: string) => ScopedField<string, false>;

const variable =
  <Kind>(use: (variable: string, kind: Kind, at: Path, scope: Scope) => void): OneVariable<Kind> =>
  (kind, description, example) => ({
    ...name(description, example),
    parse(raw, at, scope) {
      const text = textOf(raw) || undefined;
      if (text !== undefined) use(text, kind, at, scope);
      return text;
    },
  });

export const reads = variable((name, kind: VariableKind | undefined, at, scope) =>
  scope.readsVariable(name, kind, at),
);

export const writes = variable((name, kind: VariableKind, at, scope) => scope.writesVariable(name, kind, at));

/**
 * A field with the name of a variable that the step writes and reads. No other step needs to read the
 * variable.
 */
export const changes = variable((name, kind: VariableKind, at, scope) => {
  scope.readsVariable(name, kind, at);
  scope.writesVariable(name, kind, at);
});

/** A field with the name of a variable for which a step waits until it has a value. */
export const awaits = variable((name, kind: VariableKind | undefined, at, scope) =>
  scope.awaitsVariable(name, kind, at),
);

/** A field with the name of one variable, or a list of names. */
export const variables = (description: string, use: Use): ScopedField<readonly string[], false> => ({
  schema: {
    title: 'a list of variables',
    description,
    ...oneOrList({ title: 'the name of a variable', type: 'string' }),
    examples: [['account']],
  },
  always: false,
  parse(raw, at, scope) {
    const names = (Array.isArray(raw) ? raw : [raw]).flatMap((item: unknown) => textOf(item) ?? []);
    for (const each of names) use(each, at, scope);
    return names.length === 0 ? undefined : names;
  },
});

type Use = (variable: string, at: Path, scope: Scope) => void;

/** A field with the name of data that users share. */
export const sharedName = (description: string, example: string): ScopedField<string, false> => ({
  ...name(description, example),
  parse(raw, _at, scope) {
    scope.sharesState();
    return textOf(raw) || undefined;
  },
});
