/** Bounds of the datasets of one run, each with its unit. */
export const datasetLimits = {
  /** The most datasets of one run, because the row of the run has their ids. */
  datasetsMax: 1000,
  /** The most parts of a run that are read from the document instead of being stored again as datasets. */
  datasetSlicesMax: 64,
  /** The most bytes of a document whose datasets are computed before the upload gets its reply. */
  datasetsAtOnceBytesMax: 2 * 1024 * 1024,
} as const;
