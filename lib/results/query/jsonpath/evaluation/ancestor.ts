/** An index, or the key of a member; null at the root. */
export type Property = string | number | null;

/** An array or object on the way from the root. */
export type Ancestor = {
  readonly value: unknown;
  readonly property: Property;
  readonly parent: Ancestor | undefined;
};

/** A part of a path with all that follows it, for a value and where it stands. */
export type Step = (value: unknown, property: Property, parent: Ancestor | undefined) => void;
