/**
 * Answers questions about a document without reading it: the places of its members and of the elements of its
 * large arrays, and columns of their scalars. Offsets count bytes of the document, ends are excluded, kinds
 * are bits of `kind.ts`.
 *
 * Stored as `blocks, head, trailer`, so that it can be written while the document is read and its last bytes
 * open it.
 */
export type RunIndex = {
  readonly documentBytes: number;
  /** SHA-256 of the document, hexadecimal. */
  readonly sha256: string;
  /** The value that the document is, without what stands around it. */
  readonly root: Span & { readonly kind: number };
  /** True when some object of the document repeats a name, or might. */
  readonly repeatsNames: boolean;
  /** True when there are blanks between its tokens. */
  readonly hasBlanks: boolean;
  /**
   * Members of a root object by first appearance, each with its last value: what JSON.parse gives. Absent
   * when the root is no object, or one with more members than are listed.
   */
  readonly members?: readonly Member[];
  /** The table of a root array. */
  readonly table?: Table;
  /** Places of a `$schema`: in the root object, in members and in elements of a root array. */
  readonly schemas: readonly IndexedSchema[];
  /** True when more such places were found than are listed. */
  readonly hasMoreSchemas: boolean;
};

export type Span = { readonly start: number; readonly end: number };

export type Member = Span & {
  readonly name: string;
  readonly kind: number;
  /** True when an object in this member repeats a name, or might. */
  readonly repeatsNames: boolean;
  /** Elements of an array. */
  readonly count?: number;
  /** Large arrays have one. */
  readonly table?: Table;
};

export type IndexedSchema = {
  readonly uri: string;
  /** The member or element whose `$schema` it is; absent for the root object. */
  readonly key?: string | number;
};

/** Elements of an array are rows. */
export type Table = {
  readonly rows: number;
  readonly groups: readonly Group[];
  readonly paths: PathNode;
};

/** Rows that follow one another and were compressed together. */
export type Group = Span & { readonly rows: number; readonly offsets: Block };

/**
 * The values at a path of names below the elements; the root node stands for the elements themselves. Where
 * names are repeated within elements there is only a root node, which is not complete and has no column.
 */
export type PathNode = {
  /** Kinds seen here. With `object` or `array` among others, the column does not tell all. */
  readonly kinds: number;
  /** Rows that have a value here. */
  readonly count: number;
  /** True when `members` lists every member that any row has below. */
  readonly isComplete: boolean;
  readonly members: readonly (readonly [name: string, node: PathNode])[];
  /**
   * A block for each group, null for one without scalars here. Absent when there are none, or they are too
   * large.
   */
  readonly column?: readonly (Block | null)[];
};

/** Compressed bytes in the stored index, and how many they expand to. */
export type Block = readonly [start: number, bytes: number, expandedBytes: number];
