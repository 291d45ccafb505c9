/**
 * Bounds that several folders of results and of the repository share, each with its unit. A comment gives the
 * reason where a number was measured or comes from a platform. All other bounds are in the `limits.ts` of the
 * folder that keeps them. test/results/limits.test.ts proves that all bounds are consistent.
 */
export const limits = {
  /**
   * The most bytes of a document that is read whole, with one read. Such a document gets no index, which
   * would need two or more reads.
   */
  wholeBytesMax: 256 * 1024,
  /** The most wall-clock milliseconds that an extractor may take in a large part of a run. */
  largeExtractionMs: 60_000,
  /**
   * The most characters of the benchmark's name in the outcome of a run. The row of the run and its copies in
   * lists contain the outcome, so bounds of the outcome keep a page of rows small.
   */
  outcomeBenchmarkLengthMax: 1003,
  /** The most characters of the reason in the outcome of a run. */
  outcomeReasonLengthMax: 200,
  /** The most characters of the hash of the benchmark in the outcome of a run. */
  outcomeDefinitionLengthMax: 128,
  /** The most characters of a metric's or phase's name in the outcome of a run. */
  outcomeNameLengthMax: 100,
  /** The most metrics in the outcome of a run. */
  outcomeMetricsMax: 5,
  /**
   * The most characters of a test's name. The name is part of a table key, which has at most 1,024 bytes, up
   * to 3 for a character.
   */
  testNameLengthMax: 256,
  /** The most characters of a run's description. */
  descriptionLengthMax: 4096,
  /** The largest id: ids are 32-bit integers. */
  idMax: 2 ** 31 - 1,
} as const;
