import { needed, withDefault } from '../../declaration/field.ts';
import { flag } from '../../declaration/scalars.ts';
import { type Definition, define, oneOrList, own, referTo } from '../../declaration/schema.ts';
import { fieldsOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { ScopedField, ScopedGroup } from '../declaration/scoped-field.ts';
import { reads } from '../declaration/variables.ts';

/** A condition that holds when the variable has no value. */
export type Unset = { readonly unset: string };

/** The member that names the tested variable. In a list, its default is the variable of the previous body. */
export const lookedAt = (example: string): ScopedGroup<string, true> =>
  needed(
    'fromVar',
    reads(undefined, 'Name of the session variable to compare.', example),
    'fromVar, the variable to compare',
  );

export const mustBeSet = withDefault(true, flag('Whether the variable must be set.'));

/** Parses the body of a condition, or a list of bodies that must all hold. */
export function conditionList<T>(
  name: string,
  description: string,
  example: unknown,
  body: Definition,
  parse: ScopedField<T>['parse'],
): ScopedField<readonly T[], false> {
  const list = define(`only${name[0]?.toUpperCase()}${name.slice(1)}`, {
    ...own(description, example),
    ...oneOrList(referTo(body)),
  });
  return {
    schema: referTo(list),
    always: false,
    parse(raw, at, scope) {
      const items = bodiesIn(raw, at);
      const conditions = items.flatMap((item) => parse(item.raw, item.at, scope) ?? []);
      return conditions.length < items.length ? undefined : conditions;
    },
  };
}

type Item = { readonly raw: unknown; readonly at: Path };

/**
 * Splits a list into conditions. Each body that names a variable starts a condition. A body without a
 * variable belongs to the previous condition.
 */
function bodiesIn(raw: unknown, at: Path): readonly Item[] {
  if (!Array.isArray(raw)) return [{ raw, at }];
  const items: Item[] = [];
  for (const [index, item] of raw.entries()) {
    const before = items.at(-1);
    const [fields, fieldsBefore] = [fieldsOf(item), fieldsOf(before?.raw)];
    const adds = fields?.fromVar === undefined || fieldsBefore?.fromVar === undefined;
    if (before !== undefined && fields !== undefined && fieldsBefore !== undefined && adds)
      items[items.length - 1] = { raw: { ...fieldsBefore, ...fields }, at: before.at };
    else items.push({ raw: item, at: [...at, index] });
  }
  return items;
}
