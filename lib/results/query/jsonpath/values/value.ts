import { Node } from '../../../json/tape.ts';
import { byte } from '../../../json/tokens.ts';

/**
 * A scalar of a document becomes its value, and a number the nearest double. Other values do not change:
 * arrays and objects, and computed values.
 */
export function plain(value: unknown): unknown {
  if (!(value instanceof Node)) return value;
  const { tape, at } = value;
  if (tape.isOpen(at)) return value;
  switch (tape.first(at)) {
    case byte.quote:
      return tape.text(at);
    case byte.n:
      return null;
    case 0x74:
      return true;
    case 0x66:
      return false;
    default:
      return Number(tape.token(at));
  }
}

export const isArray = (value: unknown): value is Node => value instanceof Node && value.isArray;
export const isObject = (value: unknown): value is Node => value instanceof Node && value.isObject;
export const isContainer = (value: unknown): value is Node => value instanceof Node && value.isContainer;
