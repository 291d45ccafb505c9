/** Bounds of the memory that reading a run for its datasets takes, each with its unit. */
export const contentLimits = {
  /**
   * The most bytes of a run that is read whole to make its datasets. Parsing takes 4 to 8 times as much
   * memory. A larger run is read in parts.
   */
  datasetRunBytesMax: 32 * 1024 * 1024,
  /**
   * The most bytes of a part of a larger run, or of an element of a dataset, that is read whole for
   * transformers and labels. Such a part takes 8 times its text in memory. Downpour reads from a larger part
   * only the bytes that transformers and labels need. It never stores that part together with the output of a
   * transformer.
   */
  datasetPartBytesMax: 32 * 1024 * 1024,
  /**
   * The most bytes that all parts of a run may have together to be read whole. Downpour reads from further
   * parts only the bytes that transformers and labels need.
   */
  datasetPartsBytesMax: 128 * 1024 * 1024,
} as const;
