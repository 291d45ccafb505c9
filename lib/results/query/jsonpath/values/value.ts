import { Node } from '../../../json/tape/tape.ts';

/**
 * The length of an array or text, as JavaScript has it. It remembers that array or text, because a path may
 * go back to it with `^`.
 */
export class Length {
  readonly of: Node;
  readonly value: number;

  constructor(of: Node, value: number) {
    this.of = of;
    this.value = value;
  }
}

/**
 * Converts a scalar of a document to its JavaScript value; a number becomes the nearest double. Other values
 * do not change: arrays, objects and computed values.
 */
export const plain = (value: unknown): unknown =>
  value instanceof Node ? value.plain(Number) : value instanceof Length ? value.value : value;
