import type { Path } from '../document/problem.ts';

/** A mapping's members, or undefined when the value is no mapping. */
export const fieldsOf = (raw: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? (raw as Record<string, unknown>)
    : undefined;

/** A body as a mapping: an empty body has no members. Undefined for text and other values. */
export const bodyOf = (raw: unknown): Readonly<Record<string, unknown>> | undefined =>
  raw === null || raw === undefined ? {} : fieldsOf(raw);

/** A scalar as the text that was meant: the format reads every scalar as text. */
export const textOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;

/**
 * True in any case of letters; anything else that is written down is false, as the format has it inside
 * steps.
 */
export const booleanOf = (raw: unknown, absent: boolean): boolean =>
  raw === undefined ? absent : textOf(raw)?.trim().toLowerCase() === 'true';

/** The greatest int. */
export const intMax = 2_147_483_647;

/** A decimal int32, also when it was written in quotes. */
export function integerOf(raw: unknown): number | undefined {
  const text = textOf(raw);
  if (text === undefined || !/^[-+]?\d+$/.test(text.trim())) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= -intMax - 1 && number <= intMax ? number : undefined;
}

/** A name, its value, and their place in the document. */
type Pair = readonly [name: string, value: unknown, at: Path];

/** The members of a mapping; none of another value. */
export const membersOf = (raw: unknown, at: Path): readonly Pair[] =>
  Object.entries(fieldsOf(raw) ?? {}).map(([name, value]) => [name, value, [...at, name]]);

/** The members of a mapping, or of a list of mappings. */
export const pairsOf = (raw: unknown, at: Path): readonly Pair[] =>
  Array.isArray(raw) ? raw.flatMap((item, index) => membersOf(item, [...at, index])) : membersOf(raw, at);
