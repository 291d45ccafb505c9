import { keyIn, plain } from '../values/lossless-value.ts';

/**
 * Returns a member of a value. Only own properties count, because a document has no prototype. Undefined:
 * there is no such member.
 */
export function member(value: unknown, name: string, quoted: boolean): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const key = keyIn(value, name);
    return key === undefined ? undefined : (value as Readonly<Record<string, unknown>>)[key];
  }
  return !quoted && name === 'length' ? length(value) : undefined;
}

/** The property `length` of JavaScript: elements of an array, UTF-16 units of a text. */
function length(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  const text = plain(value);
  return typeof text === 'string' ? text.length : undefined;
}

/** Negative indexes count from the end. */
export function element(value: unknown, index: number): unknown {
  const at = position(value, index);
  return at === undefined ? undefined : (value as readonly unknown[])[at];
}

/** The position in an array for an index; undefined outside of the array. */
export function position(value: unknown, index: number): number | undefined {
  if (!Array.isArray(value) || !Number.isInteger(index)) return undefined;
  const at = index < 0 ? value.length + index : index;
  return at >= 0 && at < value.length ? at : undefined;
}
