import { scanLimits } from '../json/limits.ts';

/** Bounds of the references to schemas in a run, each with its unit. */
export const schemaLimits = {
  /**
   * The most different schemas of one run. For each schema, one transaction (100 items, 4 MB) writes a count
   * and a copy of the run's row to a list.
   */
  runSchemasMax: 40,
  /** The most bytes of the URI of a schema, because the URI is part of a table key. */
  schemaUriBytesMax: 512,
  /**
   * The most characters of all references to schemas in the row of a run. 5,000 elements that alternate
   * between two schemas need this many.
   */
  schemaReferencesLengthMax: 48_000,
} as const;

/**
 * Bounds of an index, each with its unit. A document that exceeds `depthMax` or `tokenBytesMax` of
 * `scanLimits` is rejected. A document that exceeds another bound gets an index with fewer details, and the
 * index records it.
 */
export const indexLimits = {
  ...scanLimits,

  /**
   * The most members of the root object that the index lists. A root object with more members counts as a
   * dictionary, and its members are not in the index.
   */
  membersMax: 65_536,
  /** The most bytes that the names of all listed members may have together. */
  memberNameBytesMax: 4 * 1024 * 1024,

  /** The fewest bytes of an array that gets a table in the index. A smaller array is quickly read whole. */
  tableBytesMin: 64 * 1024,
  /** The most levels of nested objects and arrays whose scalars become columns. */
  columnDepthMax: 8,
  /**
   * The most different names that the objects at one path of a table may have in all rows together. Objects
   * with more names count as dictionaries, and their members have no columns.
   */
  rowMembersMax: 256,
  /**
   * The most paths of one table, with and without a column. The memory of the JSON machine (`nodesMax` in
   * layout.ts) has room for this many.
   */
  pathsMax: 1024,
  /** The most columns of one table. */
  columnsMax: 256,
  /**
   * The most bytes of a value in a column. A path with longer values (logs, embedded pages) gets no column.
   */
  cellBytesMax: 1024,
  /** The most rows of a table in one compressed group. */
  groupRowsMax: 32_768,
  /** Bytes of all columns at which a group of rows ends early. An upload keeps this many bytes in memory. */
  groupBytesMax: 8 * 1024 * 1024,

  /**
   * The most bytes of the index for each byte of the document that was read so far. If a group of rows
   * exceeds this share, its largest columns are left out. Queries of their paths then scan the document.
   */
  shareMax: 0.12,

  /** The most references to schemas that the index lists. */
  schemasMax: 10_000,
} as const;

export type IndexLimits = { readonly [Name in keyof typeof indexLimits]: number };

/**
 * Checks that the bounds of an index are consistent.
 * @throws Error when they contradict each other.
 */
export function checkIndexLimits(limits: IndexLimits): void {
  const relations: readonly (readonly [boolean, string])[] = [
    [
      limits.windowBytes >= 2 * limits.tokenBytesMax + 16,
      'windowBytes must be large enough for two tokens of tokenBytesMax',
    ],
    [limits.cellBytesMax <= limits.tokenBytesMax, 'cellBytesMax must not exceed tokenBytesMax'],
    [limits.tableBytesMin <= 2 * limits.groupRowsMax, 'tableBytesMin must not exceed two times groupRowsMax'],
    [limits.tokenBytesMax >= 8, 'tokenBytesMax must be at least 8, because words such as false are tokens'],
  ];
  for (const [holds, rule] of relations)
    if (!holds) throw new Error(`a bug in Downpour: the limits of an index contradict each other: ${rule}`);
}
