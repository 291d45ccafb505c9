import type { Path } from '../document/problem.ts';

/** The members of a mapping. Undefined for any other value. */
export const fieldsOf = (raw: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? (raw as Record<string, unknown>)
    : undefined;

/** A body as a mapping. An empty body gives an empty mapping. Undefined for text and other values. */
export const bodyOf = (raw: unknown): Readonly<Record<string, unknown>> | undefined =>
  raw === null || raw === undefined ? {} : fieldsOf(raw);

/**
 * A scalar (text, number or boolean) as text, as the document writes it. The format reads every scalar as
 * text.
 */
export const textOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;

/**
 * True for the word `true` in upper or lower case. The result for an absent value is `absent`. Every other
 * value is false, as the format defines it inside steps.
 */
export const booleanOf = (raw: unknown, absent: boolean): boolean =>
  raw === undefined ? absent : textOf(raw)?.trim().toLowerCase() === 'true';

/** The largest int32, which is the largest `int` of Java. */
export const intMax = 2_147_483_647;

/** Reads a decimal number of 32 bits, with or without quotes. Undefined for other values. */
export function integerOf(raw: unknown): number | undefined {
  const text = textOf(raw);
  if (text === undefined || !/^[-+]?\d+$/.test(text.trim())) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= -intMax - 1 && number <= intMax ? number : undefined;
}

/** A name, its value, and their place in the document. */
type Pair = readonly [name: string, value: unknown, at: Path];

/** The members of a mapping, with their places. Empty for any other value. */
export const membersOf = (raw: unknown, at: Path): readonly Pair[] =>
  Object.entries(fieldsOf(raw) ?? {}).map(([name, value]) => [name, value, [...at, name]]);

/** The members of a mapping, or of all mappings in a list. */
export const pairsOf = (raw: unknown, at: Path): readonly Pair[] =>
  Array.isArray(raw) ? raw.flatMap((item, index) => membersOf(item, [...at, index])) : membersOf(raw, at);
