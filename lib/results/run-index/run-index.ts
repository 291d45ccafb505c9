/**
 * An index of a document: the offsets of its members and of the elements of its large arrays, and columns of
 * their scalars. Queries use it instead of the document. Offsets count bytes of the document, ends are
 * excluded, kinds are bits of `kind.ts`.
 *
 * An index is stored as `blocks, head, trailer`. So it can be written while the document is read, and its
 * last
 * bytes are enough to open it.
 */
export type RunIndex = {
  readonly documentBytes: number;
  /** SHA-256 of the document, hexadecimal. */
  readonly sha256: string;
  /** The value of the document, without blanks around it. */
  readonly root: Span & { readonly kind: number };
  /** True when an object of the document repeats a name, or might. */
  readonly repeatsNames: boolean;
  /** True when there are blanks between tokens of the document. */
  readonly hasBlanks: boolean;
  /**
   * Members of a root object in the order of their first appearance, each with its last value, as JSON.parse
   * returns them. Absent when the root is no object, or has too many members.
   */
  readonly members?: readonly Member[];
  /** The table of a root array. */
  readonly table?: Table;
  /** Each `$schema` of the root object, of members and of elements of a root array. */
  readonly schemas: readonly IndexedSchema[];
  /** True when the document has more references to schemas than the list. */
  readonly hasMoreSchemas: boolean;
};

export type Span = { readonly start: number; readonly end: number };

export type Member = Span & {
  readonly name: string;
  readonly kind: number;
  /** True when an object in this member repeats a name, or might. */
  readonly repeatsNames: boolean;
  /** Number of elements of an array. */
  readonly count?: number;
  /** The table of a large array. */
  readonly table?: Table;
};

export type IndexedSchema = {
  readonly uri: string;
  /** The member or element that has this `$schema`; absent for the root object. */
  readonly key?: string | number;
};

/** A table of an array, whose rows are its elements. */
export type Table = {
  readonly rows: number;
  readonly groups: readonly Group[];
  readonly paths: PathNode;
};

/** Consecutive rows that were compressed together. */
export type Group = Span & { readonly rows: number; readonly offsets: Block };

/**
 * The values at a path of names below the elements. The root node is the elements themselves. If elements
 * repeat names there is only a root node, which is not complete and has no column.
 */
export type PathNode = {
  /** Kinds of the values at this path. If `object` or `array` is among them, the column lacks values. */
  readonly kinds: number;
  /** Rows with a value at this path. */
  readonly count: number;
  /** True when `members` lists every member that any row has below this path. */
  readonly isComplete: boolean;
  readonly members: readonly (readonly [name: string, node: PathNode])[];
  /**
   * A block for each group, null for a group without scalars at this path. Absent when no group has scalars,
   * or they are too large.
   */
  readonly column?: ColumnBlocks;
  /** The elements of the arrays at this path. Absent without arrays, or when their inside is not followed. */
  readonly items?: Items;
};

/** The elements of all arrays at one path, as rows of their own. */
export type Items = {
  /** The number of rows in each group. */
  readonly rows: readonly number[];
  /** The number of elements of each array: a line for each value that may be one of these arrays. */
  readonly lengths?: ColumnBlocks;
  /** The columns at and below the elements have a line for each element. */
  readonly values: PathNode;
};

/** A block for each group; null for a group without values. */
export type ColumnBlocks = readonly (Block | null)[];

/** Compressed bytes in the stored index, and their expanded size. */
export type Block = readonly [start: number, bytes: number, expandedBytes: number];
