import { Node } from '../../../json/tape.ts';

/** The property of a member of the document, whose name is before its value. */
export const named = -1;

/** An index, `named`, the name of a computed value; null at the root. */
export type Property = string | number | null;

/** An array or object that contains the current value, with its own parent. */
export type Ancestor = {
  readonly value: unknown;
  readonly property: Property;
  readonly parent: Ancestor | undefined;
};

/** A part of a path together with the rest of the path. It is called with a value, its key and its parent. */
export type Step = (value: unknown, property: Property, parent: Ancestor | undefined) => void;

/** The name or index of a value; null at the root. */
export const keyOf = (value: unknown, property: Property): Property =>
  property === named && value instanceof Node ? value.tape.text(value.at - 1) : property;
