import { type Name, Node } from '../../../json/tape.ts';
import { isArray, isObject, plain } from '../values/value.ts';

/** Returns a member of a value. Undefined: there is no such member. */
export function member(value: unknown, name: Name, quoted: boolean): unknown {
  if (isObject(value)) {
    const at = value.tape.member(value.at, name);
    return at < 0 ? undefined : new Node(value.tape, at);
  }
  return !quoted && name.text === 'length' ? length(value) : undefined;
}

/** The property `length` of JavaScript: elements of an array, UTF-16 units of a text. */
function length(value: unknown): number | undefined {
  if (isArray(value)) return value.count;
  const text = plain(value);
  return typeof text === 'string' ? text.length : undefined;
}

/** Negative indexes count from the end. */
export function element(value: unknown, index: number): Node | undefined {
  const at = position(value, index);
  return at === undefined ? undefined : elementAt(value as Node, at);
}

/** @param at the index of an element of the array. */
export const elementAt = ({ tape, at: array }: Node, at: number): Node =>
  new Node(tape, tape.element(array, at));

/** The position in an array for an index; undefined outside of the array. */
export function position(value: unknown, index: number): number | undefined {
  if (!Number.isInteger(index) || !isArray(value)) return undefined;
  const at = index < 0 ? value.count + index : index;
  return at >= 0 && at < value.count ? at : undefined;
}
