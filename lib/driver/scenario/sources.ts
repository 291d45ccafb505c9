import type { Path } from '../document/problem.ts';
import type { Read, SetValue } from '../model/session.ts';
import { exactlyOne, type Field, type Mapping } from './declaration/field.ts';
import { referTo, text } from './declaration/scalars.ts';
import { reads } from './declaration/variables.ts';
import { bodyOf, integerOf, textOf } from './fields.ts';
import { checkPattern, compilePattern, type TextSource } from './pattern/pattern.ts';
import type { Scope } from './scope.ts';
import { intOf, textOf as valueText } from './values.ts';
import type { Variables } from './variables.ts';

/** A whole number written down or read from a variable. */
export type IntSource = { readonly value: number } | { readonly fromVar: string };

/** Fixed text or whatever a variable holds. */
export type ObjectSource = { readonly value: string } | { readonly fromVar: string };

/** Text written as a pattern, written literally, or read from a variable. */
export type TextDefinition =
  | { readonly pattern: string }
  | { readonly literal: string }
  | { readonly fromVar: string };

export function parseIntSource(raw: unknown, at: Path, scope: Scope): IntSource | undefined {
  const plain = integerOf(raw);
  if (plain !== undefined) return { value: plain };
  const body = bodyOf(raw);
  const fromVar = textOf(body?.fromVar);
  const value = integerOf(body?.value);
  if (body === undefined || (fromVar === undefined) === (value === undefined)) {
    scope.findings.error(at, 'expected a whole number, or exactly one of value and fromVar');
    return undefined;
  }
  if (fromVar === undefined) return value === undefined ? undefined : { value };
  scope.readsVariable(fromVar, undefined, [...at, 'fromVar']);
  return { fromVar };
}

export const intSource = (description: string, example?: unknown): Field<IntSource, false> => ({
  schema: referTo('intSource', description, example),
  always: false,
  parse: parseIntSource,
});

/** One or several numbers. */
export const intSources = (description: string, example: unknown): Field<readonly IntSource[], false> => ({
  schema: referTo('intSources', description, example),
  always: false,
  parse(raw, at, scope) {
    const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    const sources = items.flatMap(
      (item, index) => parseIntSource(item, Array.isArray(raw) ? [...at, index] : at, scope) ?? [],
    );
    return sources.length < items.length || items.length === 0 ? undefined : sources;
  },
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

/** A member with `value` or `fromVar`; text is a value. */
export const objectSource = (description: string, example: Mapping): Field<ObjectSource, false> => ({
  schema: referTo('objectSource', description, example),
  always: false,
  parse(raw, at, scope) {
    const literal = textOf(raw);
    if (literal !== undefined) return { value: literal };
    const body = bodyOf(raw) ?? {};
    if (source.isGiven(body)) return source.parse(body, at, scope, (key) => [...at, key]);
    scope.findings.error(at, `expected ${source.needs}`);
    return undefined;
  },
});

const source = exactlyOne({ value: text(''), fromVar: reads(undefined, '') });

export function compileObjectSource(source: ObjectSource, variables: Variables): Read<SetValue> {
  if ('fromVar' in source) return variables.need(source.fromVar);
  const { value } = source;
  return () => value;
}

/** The text of each use: fixed, a pattern, or read from a variable. */
export const textSource = (description: string, example: string): Field<TextDefinition, false> => ({
  schema: referTo('stringGenerator', description, example),
  always: false,
  parse: parseText,
});

/** A string generator: text is a pattern; a mapping holds exactly one of value, pattern, fromVar. */
export function parseText(raw: unknown, at: Path, scope: Scope): TextDefinition | undefined {
  const plain = textOf(raw);
  if (plain !== undefined) {
    checkPattern(plain, at, scope);
    return { pattern: plain };
  }
  const body = bodyOf(raw) ?? {};
  const given = ['value', 'pattern', 'fromVar'].filter((key) => body[key] !== undefined);
  if (given.length !== 1) {
    scope.findings.error(at, 'expected text, or exactly one of value, pattern and fromVar');
    return undefined;
  }
  return parseTextMember(body, at, scope);
}

function parseTextMember(
  body: Readonly<Record<string, unknown>>,
  at: Path,
  scope: Scope,
): TextDefinition | undefined {
  const pattern = textOf(body.pattern);
  if (pattern !== undefined) {
    checkPattern(pattern, [...at, 'pattern'], scope);
    return { pattern };
  }
  const fromVar = textOf(body.fromVar);
  if (fromVar !== undefined) {
    scope.readsVariable(fromVar, undefined, [...at, 'fromVar']);
    return { fromVar };
  }
  const literal = textOf(body.value);
  return literal === undefined ? undefined : { literal };
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
