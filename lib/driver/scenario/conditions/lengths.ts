import { mappingSchema } from '../../declaration/body.ts';
import { named, oneOrMany } from '../../declaration/field.ts';
import { define, oneOrList, own, referTo } from '../../declaration/schema.ts';
import { integerOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import type { Scope } from '../scope.ts';
import { type Comparisons, comparisons, parseComparisons } from './int.ts';

const length = define('length', {
  title: 'a whole number, or a mapping of comparisons',
  description: 'Required length of the text in characters: a number, or comparisons that must all be true.',
  type: ['integer', 'object'],
  ...mappingSchema({ comparisons }),
});

/** A member of a body that compares the length of a text: a number, comparisons, or a list of these. */
export const lengths: ScopedField<Comparisons, false> = named('textLength', {
  schema: {
    ...own('Required length of the text in characters: a number, comparisons, or a list of those.', {
      greaterThan: 3,
    }),
    ...oneOrList(referTo(length)),
  },
  always: false,
  parse: (raw, at, scope) => oneOrMany(parseLength)(raw, at, scope)?.flat(),
});

function parseLength(raw: unknown, at: Path, scope: Scope): Comparisons | undefined {
  const number = integerOf(raw);
  if (number !== undefined) return [{ operator: 'equalTo', source: { value: number } }];
  const length = parseComparisons(raw, at, scope);
  if (length?.length === 0)
    scope.findings.error(at, "length needs a number, or comparisons such as 'lessThan: 10'");
  return length?.length === 0 ? undefined : length;
}
