/** Bounds of lists of runs, datasets and label values, each with its unit. */
export const listLimits = {
  /** The most runs or datasets in one reply of a list. This many runs have 24 MB. */
  listedItems: 50_000,
  /**
   * The most runs that one reply sorts by a column without a sorted list. Downpour reads all of them, which
   * takes 2,300 read units of DynamoDB.
   */
  sortedRunsMax: 25_000,
  /** The most datasets that one list of label values reads. This many take some seconds. */
  labelDatasetsMax: 250_000,
  /** Rows of label values in a JSON reply, when the request has neither a limit nor a cursor. */
  labelRows: 10_000,
  /** Rows of a page of label values behind a cursor, when the request has no limit. */
  labelPageRows: 1000,
  /**
   * The most datasets that one page of label values reads. The reply contains the cursor of the next page.
   */
  labelPageDatasetsMax: 20_000,
  /** The completion of a path searches names in the documents of this many latest runs. */
  completionRuns: 100,
  /** The most names in one reply of the completion of a path. */
  completionNames: 200,
} as const;
