/**
 * An index of a document: the offsets of its members and of the elements of its large arrays, and columns of
 * their scalars. Queries read it instead of the document. Offsets count bytes of the document, ends are
 * excluded, kinds are bits of `kind.ts`.
 *
 * An index is stored as blocks, then a head, then a trailer. So it can be written while the document is read,
 * and its last bytes are enough to open it.
 */
export type RunIndex = {
  readonly documentBytes: number;
  /** SHA-256 of the document, hexadecimal. Only uploads in parts need it. */
  readonly sha256?: string;
  /** The value of the document, without blanks around it. */
  readonly root: Span & { readonly kind: number };
  /** True when an object of the document repeats a name, or may repeat one. */
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
  /** True when the document has more references to schemas than the list `schemas` holds. */
  readonly hasMoreSchemas: boolean;
};

export type Span = { readonly start: number; readonly end: number };

export type Member = Span & {
  readonly name: string;
  readonly kind: number;
  /** True when an object in this member repeats a name, or may repeat one. */
  readonly repeatsNames: boolean;
  /** The number of elements, if the value is an array. */
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
 * The values at one path of names below the elements of an array. The root node has the elements themselves.
 * If an element repeats a name, there is only the root node, which is not complete and has no column.
 */
export type PathNode = {
  /** The kinds of all values at this path, as bits. The column has no objects and arrays. */
  readonly kinds: number;
  /** The number of rows with a value at this path. */
  readonly count: number;
  /** True when `members` lists every member that any row has at this path. */
  readonly isComplete: boolean;
  readonly members: readonly (readonly [name: string, node: PathNode])[];
  /**
   * The scalars at this path: a block for each group, null for a group without scalars. Absent when no group
   * has scalars, or when they are too large.
   */
  readonly column?: ColumnBlocks;
  /** The elements of the arrays at this path. Absent without arrays, or when they are too deeply nested. */
  readonly items?: Items;
};

/** The elements of all arrays at one path. In their columns each element is a row. */
export type Items = {
  /** The number of elements of the arrays in each group of rows. */
  readonly rows: readonly number[];
  /**
   * The number of elements of each array, in lines. There is a line for each row of the outer table, which is
   * empty where the value is not an array.
   */
  readonly lengths?: ColumnBlocks;
  /** The columns of the elements and of their members. */
  readonly values: PathNode;
};

/** A column: a block for each group of rows, null for a group without values. */
export type ColumnBlocks = readonly (Block | null)[];

/** The position of compressed bytes in the stored index, their number, and the number after decompression. */
export type Block = readonly [start: number, bytes: number, expandedBytes: number];
