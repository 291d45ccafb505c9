/** Bounds of a query, each with its unit. */
export const queryLimits = {
  /**
   * The most characters of an expression. A longer expression would be a program, and some HTTP servers
   * reject a URL above 8 KB.
   */
  expressionLengthMax: 4096,
  /** The most segments (parts such as `.name` or `[0]`) of one path. */
  pathSegmentsMax: 64,
  /** The most selectors of one bracket. */
  unionSelectorsMax: 32,
  /**
   * The most levels of nested brackets, parentheses and filters, because the parser calls itself for each
   * level and the stack is limited.
   */
  nestingMax: 32,
  /** The most selectors, operators and operands in one expression. */
  expressionNodesMax: 1000,
  /** The most characters of a regular expression. */
  patternLengthMax: 256,
  /**
   * The most instructions of a compiled regular expression. A character of a text costs up to 60 ns for each
   * instruction.
   */
  patternInstructionsMax: 2000,
  /**
   * The most steps of one query: values visited and conditions evaluated. `$..p99` takes 30 million on a run
   * of 100 MB.
   */
  evaluationStepsMax: 100_000_000,
  /** The most wall-clock milliseconds of one query of a small document. */
  evaluationMs: 5000,
  /** The most values in one answer. Each takes some 40 bytes of memory until it is written. */
  resultsMax: 5_000_000,
  /**
   * The most bytes of the JSON text of one answer. A function needs 6.5 times as much memory for an answer
   * and its reply.
   */
  valueBytesMax: 128 * 1024 * 1024,
  /**
   * The most bytes of an answer that is delivered as an object in the bucket. A function of 1,769 MB can hold
   * the answer, the document and its tape (the offsets of its tokens). PostgreSQL refuses an array above 256
   * MiB.
   */
  largeValueBytesMax: 512 * 1024 * 1024,
  /** A query gets one more millisecond for each of this many bytes of the document. */
  bytesPerMs: 10_000,
  /** The most milliseconds that a query gets for a large document. The API answers within 29 seconds. */
  largeEvaluationMs: 20_000,
  /**
   * The most levels of nested arrays and objects in a document that a SQL/JSON path queries. The index of a
   * run rejects more than 512.
   */
  documentDepthMax: 1000,
  /** The most bytes of parsed expressions that a process keeps for later queries. */
  expressionCacheBytes: 4 * 1024 * 1024,
  /**
   * The most bytes of compiled regular expressions that a process keeps for later queries. Each takes at most
   * 1 MiB.
   */
  patternCacheBytes: 16 * 1024 * 1024,
} as const;

/** The bounds of a plan that answers one query. */
export type PlanLimits = {
  /**
   * The most bytes of a document that an evaluator may read as a whole. It needs memory for the document and
   * its tape, which has 8 bytes for a token: as much again for most documents. A list of digits needs 1.4 GB
   * while the tape grows.
   */
  readonly parseBytesMax: number;
  /**
   * The fewest bytes of an array whose elements are evaluated in parts. Parts take more reads, but little
   * memory.
   */
  readonly partsBytesMin: number;
  /**
   * The most bytes that a plan may read with constant memory: in a scan, at 1 to 2 ms of CPU for each MB, or
   * in parts, at 5 to 10 ms.
   */
  readonly scanBytesMax: number;
  /** The most bytes of members without columns that a plan may read in addition to columns. */
  readonly betweenColumnsBytesMax: number;
  /** The most bytes of an answer. */
  readonly answerBytesMax: number;
  /** The most values of an answer. */
  readonly resultsMax: number;
};

const MiB = 1024 * 1024;

/** The bounds for a Lambda function with 1,769 MB of memory, which has one core. */
export const planLimits: PlanLimits = {
  parseBytesMax: 160 * MiB,
  partsBytesMin: 8 * MiB,
  scanBytesMax: 1024 * MiB,
  betweenColumnsBytesMax: MiB,
  answerBytesMax: queryLimits.valueBytesMax,
  resultsMax: queryLimits.resultsMax,
};
