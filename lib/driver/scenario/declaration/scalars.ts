import { booleanOf, integerOf, intMax, textOf } from '../fields.ts';
import type { Field, Schema } from './field.ts';

/** Fields with one value: text, numbers, words of a fixed set. */

type Own = { readonly description: string; readonly examples?: readonly unknown[] };

export const own = (description: string, example: unknown): Own =>
  example === undefined ? { description } : { description, examples: [example] };

export const referTo = (definition: string, description?: string, example?: unknown): Schema => ({
  $ref: `#/definitions/${definition}`,
  ...(description === undefined ? {} : own(description, example)),
});

/** A name, which is never empty. */
export const name = (description: string, example?: string): Field<string, false> => ({
  schema: { type: 'string', ...own(description, example) },
  always: false,
  parse: (raw) => textOf(raw) || undefined,
});

/** A name of data that users of a shard share. */
export const sharedName = (description: string, example: string): Field<string, false> => ({
  ...name(description, example),
  parse(raw, _at, scope) {
    scope.sharesState();
    return textOf(raw) || undefined;
  },
});

/** Any text. */
export const text = (description: string, example?: string): Field<string, false> => ({
  schema: referTo('text', description, example),
  always: false,
  parse: textOf,
});

export const wholeNumber = (description: string, example?: number): Field<number, false> => ({
  schema: { title: 'a whole number', type: 'integer', ...own(description, example) },
  always: false,
  parse(raw, at, { findings }) {
    const number = integerOf(raw);
    if (number === undefined)
      findings.error(at, `must be a whole number from ${-intMax - 1} to ${intMax}, found ${shown(raw)}`);
    return number;
  },
});

export const notZero = (description: string, example: number): Field<number, false> => ({
  ...wholeNumber(description, example),
  parse: (raw) => integerOf(raw) || undefined,
});

/** A whole number from 1 to `max`. */
export const count = (max: number, description: string, example?: number): Field<number, false> => ({
  schema: referTo('positiveInteger', description, example),
  always: false,
  parse(raw, at, { findings }) {
    const number = integerOf(raw);
    if (number !== undefined && number >= 1 && number <= max) return number;
    findings.error(at, `${at.at(-1)} must be a whole number from 1 to ${max}`);
    return undefined;
  },
});

export const flag = (description: string, example?: boolean): Field<boolean, false> => ({
  schema: { type: 'boolean', ...own(description, example) },
  always: false,
  parse: (raw) => booleanOf(raw, false),
});

/** One of several words, in any case of letters. */
export const choice = <const Word extends string>(
  words: readonly Word[],
  description: string,
  example?: Word,
): Field<Word, false> => ({
  schema: { enum: words, ...own(description, example) },
  always: false,
  parse(raw, at, { findings }) {
    const text = textOf(raw)?.toLowerCase();
    const word = words.find((each) => each.toLowerCase() === text);
    if (word === undefined) findings.error(at, `must be one of ${words.join(', ')}, found ${shown(raw)}`);
    return word;
  },
});

/** A member that `check` reads together with others. */
export const unread = (schema: Schema): Field<unknown, false> => ({
  schema,
  always: false,
  parse: (raw) => raw,
});

const shown = (raw: unknown): string => (typeof raw === 'string' ? `'${raw}'` : (textOf(raw) ?? 'no scalar'));
