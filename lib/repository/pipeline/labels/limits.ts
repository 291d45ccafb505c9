/** Bounds of the label values of one dataset, each with its unit. */
export const labelLimits = {
  /** The most bytes of the label values of a dataset in the table. Larger values are stored as an object. */
  labelValuesBytesMax: 300_000,
} as const;
