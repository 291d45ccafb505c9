/** Bounds of the measurements that one drive keeps. */
export const recording = {
  /**
   * The most metrics of one drive. A second of a metric takes about 1 KB until the segment ends, so 200
   * metrics take 150 MB in 12 minutes. Nothing else bounds the number of metrics whose names are made from
   * paths.
   */
  metricsMax: 200,
  /**
   * The number of recent seconds of a metric that are not packed into bytes. Each takes about 12 KB. If a
   * response arrives later, its second is unpacked and packed again. Histograms hold no latency longer than
   * this.
   */
  unpackedSeconds: 60,
  /**
   * The common name for requests of metrics beyond `metricsMax`, and for counts of names beyond
   * `countedNamesMax`.
   */
  otherMetric: '(other)',
  /**
   * The most different names in one group of counts of one drive, such as header names. With 60 bytes each,
   * they add 6 KB to a second.
   */
  countedNamesMax: 100,
  /** The most characters of a counted name. No header in real use has a longer name. */
  countedNameCharsMax: 128,
} as const;
