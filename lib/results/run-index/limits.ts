import { scanLimits } from '../json/limits.ts';

/** Bounds of the references to schemas in a run, each with its unit. */
export const schemaLimits = {
  /**
   * Different schemas that one run names: each has a list with a copy of its row, and a count, in one
   * transaction (100 items, 4 MB).
   */
  runSchemasMax: 40,
  /** Bytes of a URI that can be the one of a schema: it is part of a table key. */
  schemaUriBytesMax: 512,
  /**
   * Characters of the places of schemas in a row. 5,000 elements that take turns with two schemas need so
   * many.
   */
  schemaReferencesLengthMax: 48_000,
} as const;

/**
 * Bounds of a run index, each with its unit. Beyond those of the scanner a document is refused; beyond the
 * others it is indexed less finely, and the index says so.
 */
export const indexLimits = {
  ...scanLimits,

  /**
   * Members of a root object that are listed. An object with more is a dictionary and has no members in its
   * index.
   */
  membersMax: 65_536,
  /** Bytes of all their names. */
  memberNameBytesMax: 4 * 1024 * 1024,

  /** Bytes of an array from which on it gets a table. A smaller one is quickly read whole. */
  tableBytesMin: 64 * 1024,
  /** Objects inside one another whose scalars become columns. */
  columnDepthMax: 4,
  /** Members of an object in a row. One with more is a dictionary and has no columns. */
  rowMembersMax: 256,
  /** Paths of one table, with and without a column. */
  pathsMax: 1024,
  /** Columns of one table. */
  columnsMax: 256,
  /** Bytes of a token in a column. A path with longer ones (logs, embedded pages) has none. */
  cellBytesMax: 1024,
  /** Rows of a table that are compressed together. */
  groupRowsMax: 32_768,
  /** Bytes of all its columns when a group is closed early: what an upload keeps in memory. */
  groupBytesMax: 8 * 1024 * 1024,

  /** Places with a `$schema` that are listed. */
  schemasMax: 10_000,
} as const;

export type IndexLimits = { readonly [Name in keyof typeof indexLimits]: number };

/** @throws when the bounds do not fit together. */
export function checkIndexLimits(limits: IndexLimits): void {
  const relations: readonly (readonly [boolean, string])[] = [
    [limits.windowBytes >= 2 * limits.tokenBytesMax + 16, 'a window must hold two tokens'],
    [limits.cellBytesMax <= limits.tokenBytesMax, 'a cell must be a token that fits into a window'],
    [limits.tableBytesMin <= 2 * limits.groupRowsMax, 'a table with a closed group must be worth keeping'],
    [limits.tokenBytesMax >= 8, 'words such as false are tokens'],
  ];
  for (const [holds, rule] of relations) if (!holds) throw new Error(`index limits: ${rule}`);
}
