import { name } from '../../declaration/scalars.ts';
import { textOf } from '../../declaration/value-readers.ts';
import type { ScopedField } from './scoped-field.ts';

/** A member with the path of a file that the scenario needs, relative to the document. */
export const file = (description: string, example: string): ScopedField<string, false> => ({
  ...name(description, example),
  parse(raw, at, scope) {
    const path = textOf(raw) ?? '';
    scope.needsFile(path, at);
    return path;
  },
});
