/** Bounds of a comparison. */
export const comparisonLimits = {
  /**
   * The limit of runs on a side. The exact tests count all ways to divide the runs between the sides. More
   * runs would not improve the result.
   */
  sideRunsMax: 50,
  /** The number of newest runs of a test among which Downpour searches a baseline. */
  lookedAtMax: 500,
} as const;
