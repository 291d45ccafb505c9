import { Node } from '../../../json/tape/tape.ts';
import type { Item } from '../../evaluation/evaluation.ts';
import { Length } from '../values/value.ts';

/**
 * The array or object that contains a value. For a `Length`, this is the array or text that has the length.
 * Undefined for the root.
 */
export function parentOf(item: Item): Node | undefined {
  if (item instanceof Length) return item.of;
  if (!(item instanceof Node)) return undefined;
  const at = item.tape.parent(item.at);
  return at < 0 ? undefined : new Node(item.tape, at);
}

/** The name or index of a value in its parent; null for the root. */
export function keyOf(item: Item): string | number | null {
  if (item instanceof Length) return 'length';
  const parent = parentOf(item);
  if (parent === undefined) return null;
  const { tape, at } = item as Node;
  return tape.gap(parent.at) === 1 ? tape.text(at - 1) : tape.index(parent.at, at);
}

/** The name that jsonpath-plus gives the root. */
export const rootName = '$';

/** The path of a value as jsonpath-plus writes it. A name is always in quotes. */
export function pathOf(item: Item): string {
  let path = '';
  let place = item;
  for (let parent = parentOf(place); parent !== undefined; parent = parentOf(place)) {
    const key = keyOf(place);
    const step = typeof key === 'string' ? `'${key.replace(/['\\]/g, '\\$&')}'` : key;
    path = `[${step}]${path}`;
    place = parent;
  }
  return rootName + path;
}
