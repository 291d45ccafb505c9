import { counted } from '../../words.ts';
import { integerOf } from '../declaration/value-readers.ts';
import type { SetValue, Value } from '../model/session.ts';

/** A value as text. Bytes are read as UTF-8, and a list is shown item by item. */
export function textOf(value: SetValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value))
    return `[${value.map((item) => (item === undefined ? '' : textOf(item))).join(', ')}]`;
  return bufferOf(value).toString('utf8');
}

/** A value in the form in which it is sent as bytes. Text is sent as UTF-8. */
export const bytesOf = (value: SetValue): Uint8Array | string =>
  value instanceof Uint8Array ? value : textOf(value);

/**
 * A value as a 32-bit integer. Text and bytes are read as a decimal number, and any other value throws an
 * error. `name` is the name of the variable.
 */
export function intOf(value: SetValue, name: string): number {
  if (typeof value === 'number') return value;
  const number = integerOf(textOf(value));
  if (number === undefined)
    throw new Error(`variable '${name}' is ${kindOf(value)}, expected a whole number`);
  return number;
}

/** The kind of a value, as messages name it. The content is left out, because it may be a password. */
export function kindOf(value: SetValue): string {
  if (typeof value === 'number') return 'a whole number';
  if (typeof value === 'string') return `text of ${counted(value.length, 'character')}`;
  return Array.isArray(value)
    ? `an array of ${counted(value.length, 'item')}`
    : counted(value.length, 'byte');
}

/** The list in a variable. Throws an error for any other value. */
export function listOf(value: SetValue, name: string): Value[] {
  if (!Array.isArray(value)) throw new Error(`variable '${name}' is not an array`);
  return value;
}

/** Throws an error when a list does not have an item with the index. */
export function checkIndex(list: readonly Value[], index: number, name: string): void {
  if (index < 0 || index >= list.length)
    throw new Error(`array '${name}' has ${counted(list.length, 'item')}, and no item at index ${index}`);
}

/** The number of items in a list before the first unset item. */
export function lengthOf(list: readonly Value[]): number {
  const end = list.indexOf(undefined);
  return end < 0 ? list.length : end;
}

/**
 * True for equal values. Bytes are compared byte by byte, numbers and texts as text. A list is equal only to
 * itself.
 */
export function sameValue(one: SetValue, other: SetValue): boolean {
  if (one === other) return true;
  if (typeof one === 'object' || typeof other === 'object')
    return one instanceof Uint8Array && other instanceof Uint8Array && bufferOf(one).equals(bufferOf(other));
  return String(one) === String(other);
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
