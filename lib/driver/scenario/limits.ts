/** Bounds of the steps of a scenario. */
export const scenarios = {
  /** The longest think time in nanoseconds: a day. */
  pauseNsMax: 24 * 3600 * 1e9,
  /**
   * The most steps that one user runs before the user waits. They take about 100 ms, in which the shard
   * serves no other user. A scenario that needs more runs in an endless loop.
   */
  stepsPerWakeMax: 1_000_000,
  /**
   * The most concurrent instances of one sequence, instances of all sequences, and requests in flight, each
   * of one user. Each user reserves memory for all of them.
   */
  atOnceUserMax: 10_000,
  /**
   * The most paths of one request step whose metric is remembered. Paths with random parts must not fill the
   * memory.
   */
  knownPathsMax: 10_000,
  /** The longest path whose metric is remembered. */
  knownPathCharsMax: 2_048,
  /** The deepest nesting of objects and arrays in a JSON response. */
  jsonDepthMax: 512,
  /**
   * The most compressed bytes of a response that are collected and inflated at once. A larger response is
   * inflated as it arrives.
   */
  gzipHeldBytesMax: 64 * 1024,
  /** The compressed bytes that a stream inflates in one piece. Each byte becomes at most 1,032 bytes. */
  gzipPieceBytes: 2 * 1024,
  /** The most items of an array in a variable. Every user has an array of its own. */
  arraySlotsMax: 65_536,
  /** The most values of a collection in a variable. A collection grows as long as its user stays. */
  collectionItemsMax: 100_000,
  /** The most wrong lines of one file that a message names. It counts the others. */
  fileProblemsMax: 20,
  /** The most bytes of an invalid response that are logged. */
  loggedBytesMax: 4_096,
  /** The longest regular expression, in characters. The parser of expressions is not linear. */
  expressionCharsMax: 4_096,
  /**
   * The most instructions of a compiled regular expression. For each instruction, a character of the text
   * takes up to 60 ns.
   */
  expressionInstructionsMax: 1_000,
  /**
   * The bound for one match: instructions times characters. It takes some seconds at worst, and usually a
   * tenth of that.
   */
  expressionWorkMax: 50_000_000,
  /** The longest delay of a page's `refresh` that a user follows. */
  refreshMsMax: 3_600_000,
  /** The most messages of one step or handler about values that do not fit, in each shard. */
  warningsMax: 10,
} as const;
