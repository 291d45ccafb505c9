/** Bounds of the steps of a scenario. */
export const scenarios = {
  /** The longest think time in nanoseconds: a day. */
  pauseNsMax: 24 * 3600 * 1e9,
  /**
   * The most steps that one user runs without waiting. They take about 100 ms, in which the shard serves no
   * other user. A scenario that needs more is in an endless loop.
   */
  stepsPerWakeMax: 1_000_000,
  /**
   * For one user, the most concurrent instances of a sequence, of all sequences, and the most requests in
   * flight. Each user reserves memory for all of them.
   */
  atOnceUserMax: 10_000,
  /**
   * The most different paths of one request step for which the computed metric is remembered. Paths with
   * random parts must not fill the memory.
   */
  knownPathsMax: 10_000,
  /** The most characters of a path for which the computed metric is remembered. */
  knownPathCharsMax: 2_048,
  /** The deepest nesting of objects and arrays that a JSON response may have. */
  jsonDepthMax: 512,
  /**
   * The most compressed bytes of a response that are collected and inflated all at once. A larger response is
   * inflated in pieces as it arrives.
   */
  gzipHeldBytesMax: 64 * 1024,
  /**
   * The compressed bytes that are inflated in one piece while a response arrives. Each byte becomes at most
   * 1,032 bytes.
   */
  gzipPieceBytes: 2 * 1024,
  /** The most items of an array in a variable. Every user has its own array. */
  arraySlotsMax: 65_536,
  /** The most values of a collection in a variable. A collection grows until its user ends. */
  collectionItemsMax: 100_000,
  /**
   * The most wrong lines of one file that are reported one by one. A last message gives only the number of
   * the others.
   */
  fileProblemsMax: 20,
  /** The most bytes of an invalid response that are logged. */
  loggedBytesMax: 4_096,
  /** The longest regular expression, in characters. The parser of expressions is not linear. */
  expressionCharsMax: 4_096,
  /**
   * The most instructions of a compiled regular expression. For each instruction, matching takes up to 60 ns
   * for each character of the text.
   */
  expressionInstructionsMax: 1_000,
  /**
   * The most work of one match: instructions of the expression times characters of the text. In the worst
   * case it takes some seconds, and usually a tenth of that.
   */
  expressionWorkMax: 50_000_000,
  /** The longest delay of a page's `<meta http-equiv="refresh">` that a user follows. Milliseconds. */
  refreshMsMax: 3_600_000,
  /** The most log messages of one step or handler about values that do not fit, for each event loop. */
  warningsMax: 10,
} as const;
