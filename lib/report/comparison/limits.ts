/** Bounds of a comparison. */
export const comparisonLimits = {
  /**
   * Runs on a side. The exact tests count all ways to divide the runs between the sides. More runs would not
   * improve the result.
   */
  sideRunsMax: 50,
  /** The number of newest runs of a test among which a baseline is looked for. */
  lookedAtMax: 500,
} as const;
