import { DownpourError } from '../../../errors.ts';
import { canonicalOf } from '../../../results/query/sql/values/canonical-json.ts';
import { readJson } from '../../../results/query/sql/values/json-reader.ts';
import { JsonObject, type JsonValue } from '../../../results/query/sql/values/json-value.ts';
import type { ValueFilter } from './filter.ts';

/**
 * Parses the filter of a list of datasets: an object of values by label. The dataset's value of each label
 * must contain the filter's value, as `@>` of PostgreSQL's `jsonb` defines it.
 *
 * @returns undefined for a filter that accepts every dataset.
 * @throws DownpourError FILTER_INVALID (400).
 */
export function containmentFilter(text: string): ValueFilter | undefined {
  if (text.trim() === '') return undefined;
  const { shape, values } = objectOf(text);
  if (values.length === 0) return undefined;
  return (named) =>
    values.every((expected, slot) => {
      const value = named.get(shape.names[slot] ?? '');
      return value !== undefined && contains(readJson(value), expected);
    });
}

function objectOf(text: string): JsonObject {
  const hint = 'write it as {"label": value}';
  const refused = (why: string) =>
    new DownpourError('FILTER_INVALID', 400, `the filter cannot be used: ${why}`);
  let value: JsonValue;
  try {
    value = readJson(text);
  } catch (error) {
    throw refused(`${(error as Error).message}; ${hint}`);
  }
  if (value instanceof JsonObject) return value;
  throw refused(`it is not a JSON object; ${hint}`);
}

/**
 * Whether a value contains another. An object must have all expected members, and a list all expected
 * elements in any order. The same rule applies to each member and element.
 */
function contains(value: JsonValue, expected: JsonValue): boolean {
  if (expected instanceof JsonObject) {
    if (!(value instanceof JsonObject)) return false;
    const members = new Map(value.shape.names.map((name, slot) => [name, slot]));
    return expected.values.every((member, slot) => {
      const at = members.get(expected.shape.names[slot] ?? '');
      return at !== undefined && contains(value.values[at] as JsonValue, member);
    });
  }
  if (Array.isArray(expected))
    return Array.isArray(value) && expected.every((each) => value.some((element) => contains(element, each)));
  return canonicalOf(value) === canonicalOf(expected);
}
