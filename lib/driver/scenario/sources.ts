import { defineBody, mappingSchema, scalarOr } from '../declaration/body.ts';
import { exactlyOne, type Mapping, oneOrMany } from '../declaration/field.ts';
import { fixedText, text, textDefinition, wholeNumber } from '../declaration/scalars.ts';
import { byType, define, oneOrList, own, referTo } from '../declaration/schema.ts';
import { integerOf, intMax, textOf } from '../declaration/value-readers.ts';
import type { Read, SetValue } from '../model/session.ts';
import type { ScopedField, ScopedGroup } from './declaration/scoped-field.ts';
import { reads } from './declaration/variables.ts';
import { compilePattern, constantText, patternText, type TextSource } from './pattern/pattern.ts';
import type { Scope } from './scope.ts';
import { intOf, textOf as valueText } from './values.ts';
import type { Variables } from './variables.ts';

/** A whole number from the document, or from a variable. */
export type IntSource = { readonly value: number } | { readonly fromVar: string };

/** A fixed text, or the value of a variable. */
export type ObjectSource = { readonly value: string } | { readonly fromVar: string };

/** A text in a document: a pattern with variables, a literal text, or the value of a variable. */
export type TextDefinition =
  | { readonly pattern: string }
  | { readonly literal: string }
  | { readonly fromVar: string };

const intMembers = exactlyOne({
  value: wholeNumber('The number.', 1),
  fromVar: reads(undefined, 'Name of the session variable with the number.', 'count'),
});

const intSourceDefinition = define('intSource', {
  title: 'a whole number, or a mapping with value or fromVar',
  ...own('A whole number, written down or read from a session variable.', 1),
  type: ['integer', 'object'],
  ...mappingSchema({ intMembers }),
});

const parseIntSource = scalarOr<IntSource, Scope>(
  `a whole number from ${-intMax - 1} to ${intMax}`,
  (raw) => {
    const value = integerOf(raw);
    return value === undefined ? undefined : { value };
  },
  intMembers,
);

export const intSource = (description: string, example?: unknown): ScopedField<IntSource, false> => ({
  schema: referTo(intSourceDefinition, description, example),
  always: false,
  parse: parseIntSource,
});

const intSourcesDefinition = define('intSources', {
  ...own('One whole number source, or a list of them.', [1, 2]),
  ...oneOrList(referTo(intSourceDefinition)),
});

/** A field with one number or several. */
export const intSources = (
  description: string,
  example: unknown,
): ScopedField<readonly IntSource[], false> => ({
  schema: referTo(intSourcesDefinition, description, example),
  always: false,
  parse: oneOrMany(parseIntSource),
});

export function compileIntSource(source: IntSource, variables: Variables): Read<number> {
  if ('value' in source) {
    const { value } = source;
    return () => value;
  }
  const { fromVar } = source;
  const value = variables.need(fromVar);
  return (session, sequence) => intOf(value(session, sequence), fromVar);
}

const objectMembers = exactlyOne({
  value: fixedText('The text; `${...}` is not replaced.', 'umbrella'),
  fromVar: reads(undefined, 'Name of the session variable with the value.', 'wish'),
});

const objectSourceDefinition = define('objectSource', {
  title: 'text, or a mapping with value or fromVar',
  description: 'Text: written here, or read from a session variable.',
  type: ['object', 'string', 'number', 'boolean'],
  ...mappingSchema({ objectMembers }),
});

/** A field whose body has `value` or `fromVar`. A text instead of a mapping is the value. */
export const objectSource = (description: string, example: Mapping): ScopedField<ObjectSource, false> => ({
  schema: referTo(objectSourceDefinition, description, example),
  always: false,
  parse: scalarOr<ObjectSource, Scope>(
    'text',
    (raw) => {
      const value = textOf(raw);
      return value === undefined ? undefined : { value };
    },
    objectMembers,
  ),
});

export function compileObjectSource(source: ObjectSource, variables: Variables): Read<SetValue> {
  if ('fromVar' in source) return variables.need(source.fromVar);
  const { value } = source;
  return () => value;
}

/**
 * The members `value`, `pattern` and `fromVar`, with a description of each. A body must have exactly one of
 * them.
 */
export function textMembers(fields: {
  readonly value: ScopedField<string, false>;
  readonly pattern: ScopedField<string, false>;
  readonly fromVar: ScopedField<string, false>;
}): ScopedGroup<TextDefinition, true> {
  const one = exactlyOne(fields);
  return {
    ...one,
    parse(...given) {
      const source = one.parse(...given);
      return source !== undefined && 'value' in source ? { literal: source.value } : source;
    },
  };
}

const generatorFields = {
  value: text('Fixed text; `${...}` is not replaced.', 'text'),
  pattern: patternText('Text in which `${variable}` is replaced.', '/products/${id}'),
  fromVar: reads(undefined, 'Name of the session variable whose text is used.', 'path'),
};
const generator = textMembers(generatorFields);

const generatorBody = defineBody(
  'generatorBody',
  'Text that is made for every use: fixed, from a pattern or from a variable.',
  { fields: { generator } },
  { value: 'text' },
);

const stringGenerator = define('stringGenerator', {
  title: 'text, or a mapping with value, pattern or fromVar',
  ...own(
    'Text in which `${variable}` is replaced; or a mapping that names a fixed value, a pattern or a variable.',
    'text',
  ),
  ...byType('object', referTo(generatorBody), referTo(textDefinition)),
});

/** A field with a text that is computed for each use: fixed, a pattern, or read from a variable. */
export const textSource = (description: string, example?: string): ScopedField<TextDefinition, false> => ({
  schema: referTo(stringGenerator, description, example),
  always: false,
  // A text instead of a mapping counts as a pattern.
  parse: scalarOr(
    'text',
    (raw, at, scope) => {
      const pattern = generatorFields.pattern.parse(raw, at, scope);
      return pattern === undefined ? undefined : { pattern };
    },
    generator,
  ),
});

/** The text of a definition that reads no variable. Undefined for definitions that read a variable. */
export function constantOf(definition: TextDefinition): string | undefined {
  if ('literal' in definition) return definition.literal;
  return 'pattern' in definition ? constantText(definition.pattern) : undefined;
}

export function compileText(definition: TextDefinition, variables: Variables): TextSource {
  if ('literal' in definition) {
    const { literal } = definition;
    return () => literal;
  }
  if ('pattern' in definition) return compilePattern(definition.pattern, variables);
  const value = variables.need(definition.fromVar);
  return (session, sequence) => valueText(value(session, sequence));
}
