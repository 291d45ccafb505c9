import { type Entries, entries, entriesSchema } from '../../../declaration/entries.ts';
import { orNone } from '../../../declaration/field.ts';
import type { Path } from '../../../document/problem.ts';
import { contentLengthProblem } from '../../../http/content-length.ts';
import { sentValue } from '../../../http/header-encoding.ts';
import { headerProblem } from '../../../http/http1/request-fields.ts';
import type { ScopedField } from '../../declaration/scoped-field.ts';
import type { Scope } from '../../scope.ts';
import { constantOf, type TextDefinition, textSource } from '../../sources.ts';

const value = textSource('Value of this header.');

export const headers: ScopedField<Entries<TextDefinition>, true> = orNone(
  entries(
    entriesSchema({
      title: 'a mapping of header names',
      description: 'Headers by name: a mapping, or a list of mappings.',
      value: value.schema,
      example: { accept: 'application/json' },
      several: true,
    }),
    (name, raw, at, scope) => {
      const text = value.parse(raw, at, scope);
      if (name.toLowerCase() === 'host')
        scope.findings.warning(
          at,
          'this header replaces the Host header that Downpour makes from the target',
          "to load a host at another address, write its name as 'host' in http, and the address in 'addresses'; cookies and redirects then work",
        );
      if (name.toLowerCase() === 'upgrade')
        scope.findings.warning(
          at,
          'Downpour speaks only HTTP, so a request never becomes a websocket or another protocol',
          'remove this header',
        );
      const known = text && constantOf(text);
      const problem = headerProblem(name, known && sentValue(name, known));
      if (problem !== undefined) scope.findings.error(at, problem);
      return text;
    },
  ),
);

/**
 * Reports headers with which every request would fail: two hosts, or a content-length that does not fit the
 * body. `at` is the place of the headers in the document.
 */
export function checkSendable(
  headers: Entries<TextDefinition>,
  bodyBytes: number | undefined,
  at: Path,
  { findings }: Scope,
): void {
  const named = (lower: string) => headers.filter(([name]) => name.toLowerCase() === lower);
  const [, second] = named('host');
  if (second !== undefined)
    findings.error(
      [...at, second[0]],
      'a request must have exactly one Host header',
      'remove one of the two',
    );
  for (const [name, value] of named('content-length')) {
    const known = constantOf(value);
    const problem = known === undefined ? undefined : contentLengthProblem(known.trim(), bodyBytes);
    if (problem !== undefined) findings.error([...at, name], problem);
  }
}
