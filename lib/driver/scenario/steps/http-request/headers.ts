import { type Entries, entries, entriesSchema } from '../../../declaration/entries.ts';
import { orNone } from '../../../declaration/field.ts';
import { sentValue } from '../../../http/header-bytes.ts';
import { headerProblem } from '../../../http/http1/header-text.ts';
import type { ScopedField } from '../../declaration/scoped.ts';
import { constantOf, type TextDefinition, textSource } from '../../sources.ts';

const value = textSource('Value of this header.');

export const headers: ScopedField<Entries<TextDefinition>, true> = orNone(
  entries(
    entriesSchema({
      title: 'a mapping of header names',
      description: 'Headers by name: a mapping, or a list of one-entry mappings.',
      value: value.schema,
      example: { accept: 'application/json' },
    }),
    (name, raw, at, scope) => {
      const text = value.parse(raw, at, scope);
      if (name.toLowerCase() === 'host')
        scope.findings.warning(at, 'an explicit host header replaces the one of the target');
      const known = text && constantOf(text);
      const problem = headerProblem(name, known && sentValue(name, known));
      if (problem !== undefined) scope.findings.error(at, problem);
      return text;
    },
  ),
);
