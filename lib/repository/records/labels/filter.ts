import { DownpourError } from '../../../errors.ts';
import { objectText } from '../../../results/json/object-text.ts';
import type { Node } from '../../../results/json/tape/tape.ts';
import { dialectOf, type Parsed } from '../../../results/query/dialect.ts';
import { Document } from '../../../results/query/document.ts';
import { queryDocument } from '../../../results/query/query-document.ts';
import { isPredicate } from '../../../results/query/sql/grammar/ast.ts';
import { canonicalJson, canonicalOf } from '../../../results/query/sql/values/canonical-json.ts';
import { readJson } from '../../../results/query/sql/values/json-value.ts';

/** Label values as JSON texts, by the names of the labels. */
export type NamedValues = ReadonlyMap<string, string>;

/** Whether a filter accepts a dataset with these label values. */
export type ValueFilter = (values: NamedValues) => boolean;

export type FilterOptions = {
  /** True: a list in the filter also accepts a dataset that has any value of the list. */
  readonly multiFilter: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
};

/**
 * Parses the filter of a list of label values, in one of three forms. An object of values by label: a dataset
 * must have all of them. A JSONPath whose first step is the name of a label: it must match in the label's
 * value. A predicate of SQL/JSON path on the object of all values, such as `$.label > 5`.
 *
 * @throws DownpourError FILTER_INVALID (400).
 */
export function valueFilter(text: string, options: FilterOptions): ValueFilter {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '{}') return () => true;
  if (trimmed.startsWith('{')) return membersFilter(trimmed, options);
  return pathFilter(trimmed.startsWith('"') ? textIn(trimmed) : trimmed, options);
}

/** The text of a JSON string. Dashboards of the original write a path in quotes. */
function textIn(json: string): string {
  try {
    return String(JSON.parse(json)).trim();
  } catch {
    throw refused('a path in quotes must be a JSON string, as in "$.label ? (@ < 2)"');
  }
}

/**
 * Splits a path such as `$.label rest` or `$."my label".rest` into the name of the label and the rest.
 * Undefined for any other path. A name ends before a dot, blank, bracket or filter.
 */
export function decomposed(path: string): { readonly label: string; readonly rest: string } | undefined {
  const parts = /^\$\.(?:"((?:[^"\\]|\\.)+)"|([^\s."*[?(]+))(.*)$/s.exec(path);
  if (parts === null) return undefined;
  const [, quoted, bare = '', rest = ''] = parts;
  if (rest === '.') return undefined;
  return { label: quoted === undefined ? bare : JSON.parse(`"${quoted}"`), rest: `$${rest}` };
}

function membersFilter(text: string, { multiFilter }: FilterOptions): ValueFilter {
  const expected = parsed(text).members.map(([name, value]) => {
    const alternatives = multiFilter && value.isArray ? [value, ...value.values] : [value];
    return [name, new Set(alternatives.map(canonicalOf))] as const;
  });
  return (values) =>
    expected.every(([name, alternatives]) => {
      const value = values.get(name);
      return value !== undefined && alternatives.has(canonicalJson(value));
    });
}

/**
 * Parses JSON and keeps all digits of numbers. Identifiers and times in nanoseconds have more digits than
 * JavaScript's numbers hold.
 */
function parsed(text: string): Node {
  try {
    return readJson(text);
  } catch (error) {
    throw refused(`${(error as Error).message}; write the filter as {"label": value}`);
  }
}

function pathFilter(path: string, { now }: FilterOptions): ValueFilter {
  const parts = decomposed(path);
  const whole = dialectOf(path, 'sql');
  if ('error' in whole) throw refused(whole.error.message);
  if (whole.dialect === 'sql' && isPredicate(whole.path.root)) return predicateFilter(path, whole, now);
  if (parts === undefined)
    throw refused('a path must begin with the name of a label, as in $.label or $."my label" ? (@ < 2)');
  const rest = dialectOf(parts.rest, 'sql');
  if ('error' in rest) throw refused(rest.error.message);
  const known = new Map<string, boolean>();
  return (values) => {
    const value = values.get(parts.label);
    if (value === undefined) return false;
    const answer = known.get(value) ?? finds(value);
    if (known.size < knownMax) known.set(value, answer);
    return answer;
  };
  /** True when the path finds something in a value. A path whose evaluation fails finds nothing. */
  function finds(value: string): boolean {
    const document = new Document(Buffer.from(value));
    const { result } = queryDocument(
      rest as Exclude<typeof rest, { error: unknown }>,
      { array: true, now },
      document,
    );
    return result.value !== null && result.value !== '[]';
  }
}

/**
 * A filter by a predicate on an object of label values. It reads only labels that the predicate names. A
 * predicate always returns an item: true, false or unknown.
 */
function predicateFilter(path: string, parsed: Parsed, now: () => number): ValueFilter {
  return (values) => {
    const named = [...values].filter(([name]) => path.includes(JSON.stringify(name).slice(1, -1)));
    const document = new Document(Buffer.from(objectText(named)));
    return queryDocument(parsed, { array: true, now }, document).result.value === '[true]';
  };
}

/** The most results in the cache, by the value of the label. Most labels have few distinct values. */
const knownMax = 10_000;

const refused = (why: string): DownpourError =>
  new DownpourError('FILTER_INVALID', 400, `the parameter filter is not valid: ${why}`);
