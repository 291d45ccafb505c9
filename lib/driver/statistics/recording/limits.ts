/** The measurements of a drive. */
export const recording = {
  /**
   * Metrics of one drive. A second of a metric takes about 4 KB until the segment ends, so this number takes
   * half a gigabyte in 12 minutes. Metric names that are made from paths have no other bound.
   */
  metricsMax: 200,
  /** Name for requests of further metrics, and for counts of further names. */
  otherMetric: '(other)',
  /**
   * Names of one group of counts in one drive, such as header names. With 60 bytes each, a second takes 6 KB
   * more.
   */
  countedNamesMax: 100,
  /** Longest counted name. No header that people use is longer. */
  countedNameCharsMax: 128,
} as const;
