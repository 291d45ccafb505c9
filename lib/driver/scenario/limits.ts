/** The steps of a scenario. */
export const scenarios = {
  /** Longest think time: a day. */
  pauseNsMax: 24 * 3600 * 1e9,
  /**
   * Steps that one user runs before the user waits. This number of steps takes some 100 ms, in which the
   * shard serves no other user. A scenario that needs more runs in an endless loop.
   */
  stepsPerWakeMax: 1_000_000,
  /**
   * Concurrent instances of one sequence, of all sequences, and requests in flight, of one user. Each user
   * reserves memory for all of them.
   */
  atOnceUserMax: 10_000,
  /**
   * Paths of one request step whose metric is remembered. Paths with random parts must not fill the memory.
   */
  knownPathsMax: 10_000,
  /** Nesting of objects and arrays in a JSON response. */
  jsonDepthMax: 512,
  /**
   * Compressed bytes of a response that are collected and inflated at once. A larger response is inflated as
   * it arrives.
   */
  gzipHeldBytesMax: 64 * 1024,
  /** Compressed bytes that a stream inflates in one go. Deflate makes at most 1,032 bytes of each. */
  gzipPieceBytes: 2 * 1024,
  /** Slots of an array in a variable. Every user has an array of its own. */
  arraySlotsMax: 65_536,
  /** Values of a collection in a variable. A collection grows as long as its user lives. */
  collectionItemsMax: 100_000,
  /** Wrong lines of one file that a message names. It counts the others. */
  fileProblemsMax: 20,
  /** Bytes of an invalid response that are logged. */
  loggedBytesMax: 4_096,
  /**
   * Size of a compiled regular expression. A character of the text costs up to 60 ns for each instruction.
   */
  expressionInstructionsMax: 1_000,
  /** Instructions times characters of one match: some seconds at worst, usually a tenth of that. */
  expressionWorkMax: 50_000_000,
  /** A user follows a `refresh` of a page only when its delay is at most this long. */
  refreshMsMax: 3_600_000,
  /** Messages of one step or handler about values that do not fit, in each shard. */
  warningsMax: 10,
} as const;
