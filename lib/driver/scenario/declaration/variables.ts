import type { VariableKind } from '../checks/variable-uses.ts';
import type { Field } from './field.ts';
import { name } from './scalars.ts';

/** Fields with the name of a session variable. `kind` undefined: a variable of either kind. */

export const reads = (
  kind: VariableKind | undefined,
  description: string,
  example?: string,
): Field<string, false> => ({
  ...name(description, example),
  parse: used((variable, at, scope) => scope.readsVariable(variable, kind, at)),
});

export const writes = (kind: VariableKind, description: string, example?: string): Field<string, false> => ({
  ...name(description, example),
  parse: used((variable, at, scope) => scope.writesVariable(variable, kind, at)),
});

/** A variable that the kind writes and reads, so that no other step needs to read it. */
export const changes = (kind: VariableKind, description: string, example?: string): Field<string, false> => ({
  ...name(description, example),
  parse: used((variable, at, scope) => {
    scope.readsVariable(variable, kind, at);
    scope.writesVariable(variable, kind, at);
  }),
});

/** A variable that a step waits for. */
export const awaits = (
  kind: VariableKind | undefined,
  description: string,
  example?: string,
): Field<string, false> => ({
  ...name(description, example),
  parse: used((variable, at, scope) => scope.awaitsVariable(variable, kind, at)),
});

type Parse = Field<string>['parse'];
type Use = (variable: string, ...around: [Parameters<Parse>[1], Parameters<Parse>[2]]) => void;

const used =
  (use: Use): Parse =>
  (raw, at, scope) => {
    const variable = name('').parse(raw, at, scope);
    if (variable !== undefined) use(variable, at, scope);
    return variable;
  };
