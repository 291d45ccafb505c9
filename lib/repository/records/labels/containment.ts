import { DownpourError } from '../../../errors.ts';
import type { Node } from '../../../results/json/tape/tape.ts';
import { canonicalOf } from '../../../results/query/sql/values/canonical-json.ts';
import { readJson } from '../../../results/query/sql/values/json-value.ts';
import type { ValueFilter } from './filter.ts';
import { unescapedObject } from './url-escaped-json.ts';

/**
 * Parses the filter of a list of datasets: an object of values by label. The dataset's value of each label
 * must contain the filter's value, as `@>` of PostgreSQL's `jsonb` defines it.
 *
 * @returns undefined for a filter that accepts every dataset.
 * @throws DownpourError FILTER_INVALID (400).
 */
export function containmentFilter(text: string): ValueFilter | undefined {
  if (text.trim() === '') return undefined;
  const members = objectOf(unescapedObject(text)).members;
  if (members.length === 0) return undefined;
  return (named) =>
    members.every(([name, expected]) => {
      const value = named.get(name);
      return value !== undefined && contains(readJson(value), expected);
    });
}

function objectOf(text: string): Node {
  const hint = 'write the filter as {"label": value}';
  const refused = (why: string) =>
    new DownpourError('FILTER_INVALID', 400, `the parameter filter is not valid: ${why}`);
  let value: Node;
  try {
    value = readJson(text);
  } catch (error) {
    throw refused(`${(error as Error).message}; ${hint}`);
  }
  if (value.isObject) return value;
  throw refused(`it must be a JSON object; ${hint}`);
}

/**
 * True when a value contains another value. An object must have all expected members, and a list all expected
 * elements in any order. The same rule applies to each member and element.
 */
function contains(value: Node, expected: Node): boolean {
  if (expected.isObject) {
    if (!value.isObject) return false;
    const members = new Map(value.members);
    return expected.members.every(([name, member]) => {
      const found = members.get(name);
      return found !== undefined && contains(found, member);
    });
  }
  if (expected.isArray) {
    if (!value.isArray) return false;
    const elements = value.values;
    return expected.values.every((each) => elements.some((element) => contains(element, each)));
  }
  return canonicalOf(value) === canonicalOf(expected);
}
