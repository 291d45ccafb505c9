import fc from 'fast-check';
import type { JsonQuery, Selector } from '../../../../lib/driver/scenario/json/parse-query.ts';

/** Answers queries on a document that JSON.parse has read, for comparison with the product. */

function taken(selector: Selector, key: string, isArray: boolean): boolean {
  if ('member' in selector) return !isArray && selector.member === key;
  return isArray && Number(key) >= selector.from && Number(key) <= (selector.to ?? Infinity);
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** Every value that a query selects, in the order of the document. */
export function selected(query: JsonQuery, value: unknown): readonly unknown[] {
  const [selector, ...rest] = query;
  if (selector === undefined) return [value];
  return entriesOf(value)
    .filter(([key]) => taken(selector, key, Array.isArray(value)))
    .flatMap(([, each]) => selected(rest, each));
}

/** The document with each selected value replaced. A value that becomes undefined is removed. */
export function rewritten(query: JsonQuery, value: unknown, replace: (match: unknown) => unknown): unknown {
  const [selector, ...rest] = query;
  if (selector === undefined) return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = entriesOf(value)
    .map(([key, each]) => [
      key,
      taken(selector, key, Array.isArray(value)) ? rewritten(rest, each, replace) : each,
    ])
    .filter(([, each]) => each !== undefined);
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

/** Converts a text to UTF-8 and back. A half of a surrogate pair becomes the replacement character. */
export const written = (text: string): string => Buffer.from(text).toString('utf8');

const name = fc.constantFrom('a', 'b', 'ab', 'é"', '\u0007', 'longer name of more than sixteen bytes');
const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '茶', '😀', '\ud83d', '/', ' ') });
const document = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const selector: fc.Arbitrary<Selector> = fc.oneof(
  name.map((member) => ({ member })),
  fc.record({ from: fc.nat(2), length: fc.option(fc.nat(2)) }).map(({ from, length }) => ({
    from,
    to: length === null ? null : from + length,
  })),
);

/** Random documents and queries. Many of the queries select values. */
export const queryAndDocument = fc.record({
  query: fc.array(selector, { minLength: 1, maxLength: 3 }),
  document,
  indent: fc.nat(2),
});
