import type { Path } from '../document/problem.ts';
import type { Field } from './field.ts';
import { own, type Schema } from './schema.ts';
import { pairsOf } from './value-readers.ts';

/** Names and their values, in the order in which the document has them. */
export type Entries<T> = readonly (readonly [name: string, value: T])[];

/** The schema of named values: a mapping from names to values, or a list of mappings with one entry each. */
export const entriesSchema = (words: {
  readonly title: string;
  readonly description: string;
  readonly value: Schema;
  readonly example?: unknown;
  /** Present when a mapping in the list may have several entries. */
  readonly several?: true;
}): Schema => ({
  title: words.title,
  ...own(words.description, words.example),
  type: ['object', 'array'],
  additionalProperties: words.value,
  items: {
    title: words.several ? 'a mapping' : 'entry',
    type: 'object',
    minProperties: 1,
    ...(words.several ? {} : { maxProperties: 1 }),
    additionalProperties: words.value,
  },
});

/**
 * A field with named values. `parse` receives each name with its value. An entry for which `parse` returns
 * undefined is left out.
 */
export const entries = <T, A>(
  schema: Schema,
  parse: (name: string, raw: unknown, at: Path, around: A) => T | undefined,
): Field<Entries<T>, false, A> => ({
  schema,
  always: false,
  parse: (raw, at, around) =>
    pairsOf(raw, at).flatMap(([name, value, place]) => {
      const parsed = parse(name, value, place, around);
      return parsed === undefined ? [] : [[name, parsed] as const];
    }),
});
