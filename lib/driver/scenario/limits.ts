/** The steps of a scenario. */
export const scenarios = {
  /** Longest think time: a day. */
  pauseNsMax: 24 * 3600 * 1e9,
  /**
   * Steps that one user runs before it waits for something. As many take some 100 ms, in which no other user
   * of the shard is served; a scenario that needs more of them goes round in a circle.
   */
  stepsPerWakeMax: 1_000_000,
  /**
   * Instances of one sequence, instances of all, and requests in flight, of one user: each user keeps a place
   * for each.
   */
  atOnceUserMax: 10_000,
  /**
   * Paths of one request step whose metric is remembered; paths with random parts must not fill the memory.
   */
  knownPathsMax: 10_000,
  /** Objects and arrays inside one another in a JSON response. */
  jsonDepthMax: 512,
  /**
   * Compressed bytes of a response that are held to be inflated at once; beyond them it is inflated as it
   * arrives.
   */
  gzipHeldBytesMax: 64 * 1024,
  /** Compressed bytes that are inflated in one go of a stream: deflate makes at most 1,032 bytes of one. */
  gzipPieceBytes: 2 * 1024,
  /** Slots of an array in a variable: every user has its own. */
  arraySlotsMax: 65_536,
  /** Values of a collection in a variable, which grows as long as its user lives. */
  collectionItemsMax: 100_000,
  /** Wrong lines of one file that are named; of others it is said how many there are. */
  fileProblemsMax: 20,
  /** How much of an invalid response is logged. */
  loggedBytesMax: 4_096,
  /**
   * Size of a compiled regular expression. A character of the text costs up to 60 ns for each instruction.
   */
  expressionInstructionsMax: 1_000,
  /**
   * Instructions times characters of one match: some seconds at the very worst, a tenth of that as a rule.
   */
  expressionWorkMax: 50_000_000,
  /** A page that asks for another one later than this is not left for it. */
  refreshMsMax: 3_600_000,
  /** Messages of one step or handler about values that do not fit, in each shard. */
  warningsMax: 10,
} as const;
