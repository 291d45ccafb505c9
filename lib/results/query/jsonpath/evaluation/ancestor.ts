/** An index, or the key of a member; null at the root. */
export type Property = string | number | null;

/** An array or object that contains the current value, with its own parent. */
export type Ancestor = {
  readonly value: unknown;
  readonly property: Property;
  readonly parent: Ancestor | undefined;
};

/** A part of a path together with the rest of the path. It is called with a value, its key and its parent. */
export type Step = (value: unknown, property: Property, parent: Ancestor | undefined) => void;
