/** Bounds of the measurements of one drive. */
export const recording = {
  /**
   * The most metrics of one drive. A second of a metric takes about 1 KB until the segment ends, so 200
   * metrics take 150 MB in 12 minutes. Metric names that are made from paths have no other bound.
   */
  metricsMax: 200,
  /**
   * The seconds of a metric that are not packed yet. Each takes about 12 KB. A response that arrives later
   * has its second unpacked and packed again. No latency in the histograms is longer.
   */
  unpackedSeconds: 60,
  /** The name under which requests beyond `metricsMax`, and counts beyond `countedNamesMax`, are summed. */
  otherMetric: '(other)',
  /**
   * The most names of one group of counts in one drive, such as header names. With 60 bytes each, a second
   * takes 6 KB more.
   */
  countedNamesMax: 100,
  /** The most characters of a counted name. No header in real use has a longer name. */
  countedNameCharsMax: 128,
} as const;
