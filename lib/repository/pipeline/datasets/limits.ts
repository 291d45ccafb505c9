/** Bounds of the datasets of one run, each with its unit. */
export const datasetLimits = {
  /** The most datasets of one run, because the row of the run has their ids. */
  datasetsMax: 1000,
  /**
   * The most parts of one dataset that are read from the document of the run. A dataset with more parts is
   * stored as a document of its own.
   */
  datasetSlicesMax: 64,
  /** The most bytes of a document whose datasets are computed before the upload gets its reply. */
  datasetsAtOnceBytesMax: 2 * 1024 * 1024,
} as const;
