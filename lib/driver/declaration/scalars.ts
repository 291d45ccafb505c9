import type { Field } from './field.ts';
import { define, own, referTo, type Schema } from './schema.ts';
import { booleanOf, integerOf, intMax, textOf } from './value-readers.ts';

/** This file has fields with one value: text, numbers, and words of a fixed set. */

/** A field with a name that is not empty. */
export const name = (description: string, example?: string): Field<string, false> => ({
  schema: { type: 'string', ...own(description, example) },
  always: false,
  parse: (raw) => textOf(raw) || undefined,
});

export const textDefinition = define('text', {
  title: 'text',
  ...own(
    'Text. A number or true/false is taken as it is written, because the format reads every scalar as text.',
    'text',
  ),
  type: ['string', 'number', 'boolean'],
});

/**
 * A field with text that may be empty. Its schema has only the type string. The schema of `text` also has
 * numbers and booleans.
 */
export const line = (description: string, example?: string): Field<string, false> => ({
  ...name(description, example),
  parse: textOf,
});

/** A field with a text that is not empty. Its schema rejects an empty text. The schema of `name` does not. */
export const word = (description: string, example?: string): Field<string, false> => ({
  ...name(description),
  schema: { type: 'string', ...own(description, example), minLength: 1 },
});

/** A field with any text. */
export const text = (description: string, example?: string): Field<string, false> => ({
  schema: referTo(textDefinition, description, example),
  always: false,
  parse: textOf,
});

/** A field with a text in which variables (`${name}`) are not replaced. */
export const fixedText = (description: string, example?: string): Field<string, false> => ({
  ...text(description, example),
  parse(raw, at, { findings }) {
    const fixed = textOf(raw);
    if (fixed !== undefined && /\$\{[^{}]+\}/.test(fixed))
      findings.warning(
        at,
        `patterns are not replaced here, so the text keeps '\${'`,
        "use 'template: { pattern: ..., toVar: ... }' to make a text from variables",
      );
    return fixed;
  },
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

export const positiveInteger = define('positiveInteger', {
  title: 'a whole number of at least 1',
  ...own('A whole number of at least 1.', 10),
  type: 'integer',
  minimum: 1,
});

export const positiveNumber = define('positiveNumber', {
  title: 'a number above 0',
  ...own('A number above 0.', 10),
  type: 'number',
  exclusiveMinimum: 0,
});

/** A field with a number above 0, without an upper bound. `definition` may restrict it to whole numbers. */
export const positive = (
  definition: typeof positiveInteger | typeof positiveNumber,
  description: string,
  example?: number,
): Field<number, false> => ({
  schema: referTo(definition, description, example),
  always: false,
  parse(raw, at, { findings }) {
    const number = Number(textOf(raw));
    if (number > 0) return number;
    findings.error(at, `must be ${definition.schema.title}, found ${shown(raw)}`);
    return undefined;
  },
});

/** A field with a number of at least 0, without an upper bound. */
export const notNegative = (description: string, example?: number): Field<number, false> => ({
  schema: { title: 'a number of at least 0', type: 'number', minimum: 0, ...own(description, example) },
  always: false,
  parse(raw, at, { findings }) {
    const number = Number(textOf(raw));
    if (number >= 0) return Math.abs(number);
    findings.error(at, `must be a number of at least 0, found ${shown(raw)}`);
    return undefined;
  },
});

/** A field with any number. */
export const anyNumber = (description: string, example?: number): Field<number, false> => ({
  schema: { title: 'a number', type: 'number', ...own(description, example) },
  always: false,
  parse(raw, at, { findings }) {
    const number = Number(textOf(raw));
    if (Number.isFinite(number)) return number;
    findings.error(at, `must be a number, found ${shown(raw)}`);
    return undefined;
  },
});

/** A field with a whole number from 1 to `max`. */
export const count = (max: number, description: string, example?: number): Field<number, false> => ({
  schema: referTo(positiveInteger, description, example),
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

/** A field with one of several words, in upper or lower case. */
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

/** A field that is not parsed here. A later check reads it together with other fields. */
export const unread = (schema: Schema): Field<unknown, false> => ({
  schema,
  always: false,
  parse: (raw) => raw,
});

const shown = (raw: unknown): string => (typeof raw === 'string' ? `'${raw}'` : (textOf(raw) ?? 'no scalar'));
