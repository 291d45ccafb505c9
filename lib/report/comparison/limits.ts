/** Bounds of a comparison. */
export const comparisonLimits = {
  /**
   * The most runs on a side. The exact tests count all ways to divide the runs between the sides, and more
   * runs would not improve the result.
   */
  sideRunsMax: 50,
  /** Downpour searches for a baseline among at most this many newest runs of a test. */
  lookedAtMax: 500,
} as const;
