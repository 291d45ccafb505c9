/** Bounds of the outcomes that lists of tests and runs show, each with its unit. */
export const outcomeLimits = {
  /** The most rows of runs that one reply reads to find the last runs that its caller may see. */
  lastRunsRowsMax: 2000,
  /** The most metrics in a trend, besides the total of each run. */
  trendMetricsMax: 20,
  /**
   * The most tests on one page of a list that get the outcomes of their last runs. Each test needs a query of
   * its own.
   */
  testOutcomesMax: 100,
  /** The open changes of a test are counted up to this number. */
  openChangesMax: 100,
  /** The latest changes of all tests among which open changes are counted. */
  openChangesRead: 2000,
} as const;
