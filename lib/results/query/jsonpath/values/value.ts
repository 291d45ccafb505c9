import { Node } from '../../../json/tape.ts';

/** The length of an array or text as JavaScript has it, which a path may leave by `^`. */
export class Length {
  readonly of: Node;
  readonly value: number;

  constructor(of: Node, value: number) {
    this.of = of;
    this.value = value;
  }
}

/**
 * A scalar of a document becomes its value, and a number the nearest double. Other values do not change:
 * arrays and objects, and computed values.
 */
export const plain = (value: unknown): unknown =>
  value instanceof Node ? value.plain(Number) : value instanceof Length ? value.value : value;
