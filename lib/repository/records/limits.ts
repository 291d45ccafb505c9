/** Bounds of records, each with its unit. */
export const recordLimits = {
  /** The most characters of the URI of a schema. The contract has the same number. */
  schemaUriLengthMax: 256,
  /**
   * The most bytes of a schema, a label or a transformer, because an item of the table has at most 400 KB.
   */
  definitionBytesMax: 350_000,
  /**
   * Items of one page of a list when the request has no limit, and datasets that are read for one page of
   * distinct values.
   */
  walkedItems: 1000,
} as const;
