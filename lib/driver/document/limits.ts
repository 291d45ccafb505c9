/** Bounds of a benchmark document. People write documents, so a larger one is a mistake or an attack. */
export const reading = {
  /** The most characters of a document. */
  documentCharsMax: 1_048_576,
  /**
   * The most values of a document after its aliases and templates are expanded. A few nested aliases must not
   * fill the memory.
   */
  documentNodesMax: 100_000,
  /**
   * The most characters of a document after its aliases and templates are expanded: its texts, and the names
   * on the path to each value. A long text or name may be repeated for each value. The largest known
   * documents have less than a million.
   */
  replayedCharsMax: 33_554_432,
  /** The deepest nesting of lists and mappings. The deepest known documents have less than 30 levels. */
  documentDepthMax: 64,
  /** The most problems that Downpour lists one by one. */
  problemsMax: 500,
  /** The most characters of the pattern that divides the items of a `!foreach`. */
  separatorCharsMax: 200,
  /**
   * The most instructions in the compiled pattern of a `!foreach`. For each instruction, one character takes
   * up to 60 ns.
   */
  separatorInstructionsMax: 1_000,
  /**
   * The most work of all patterns of a document: the number of characters that they read, times their
   * instructions. This work takes about half a second.
   */
  separatorStepsMax: 50_000_000,
  /**
   * The most known names with which Downpour compares a misspelt word. If there are more, the message has no
   * hint, because the hint would be slow.
   */
  comparedNamesMax: 500,
  /**
   * The most characters of a word that Downpour compares with known names. The time of a comparison grows
   * with the product of the two lengths.
   */
  comparedCharsMax: 64,
} as const;
