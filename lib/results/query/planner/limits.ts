/** The bounds of answering one query. */
export type PlanLimits = {
  /** Bytes of a document that may be parsed: an evaluator's memory is 3 to 5 times that. */
  readonly parseBytesMax: number;
  /** Bytes of an array from which on its elements are parsed some at a time. More reads, but little memory. */
  readonly partsBytesMin: number;
  /** Bytes that may be read in constant memory: by a scan, at 5 ms of CPU each MB, or parsed in parts, at 10 to 25 ms. */
  readonly scanBytesMax: number;
  /** Bytes of an answer. */
  readonly answerBytesMax: number;
  /** Values of an answer. */
  readonly resultsMax: number;
};

const MiB = 1024 * 1024;

/** For a function of 1,769 MB, which has one core. */
export const planLimits: PlanLimits = {
  parseBytesMax: 128 * MiB,
  partsBytesMin: 8 * MiB,
  scanBytesMax: 1024 * MiB,
  answerBytesMax: 64 * MiB,
  resultsMax: 1_000_000,
};
