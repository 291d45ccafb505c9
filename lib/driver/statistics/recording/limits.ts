/** The measurements of a drive. */
export const recording = {
  /**
   * Metrics of one drive. A second of a metric takes about 4 KB until the end of the segment, so these take
   * half a gigabyte in 12 minutes; metric names made from paths have no bound of their own.
   */
  metricsMax: 200,
  /** Name under which requests of further metrics, and counts of further names, are counted. */
  otherMetric: '(other)',
  /**
   * Names of one group of counts in one drive, such as header names. With 60 bytes each a second takes 6 KB
   * more.
   */
  countedNamesMax: 100,
  /** Longest such name; longer than any header that people use. */
  countedNameCharsMax: 128,
} as const;
