/** What answering one query may cost. */
export type PlanLimits = {
  /** Bytes of a document that may be parsed: an evaluator's memory is 3 to 5 times that. */
  readonly parseBytesMax: number;
  /** Bytes that a scan may read: about 5 ms of CPU each MB, in constant memory. */
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
  scanBytesMax: 1024 * MiB,
  answerBytesMax: 64 * MiB,
  resultsMax: 1_000_000,
};
