/** Bounds of a benchmark document. A person writes it, so a larger document is a mistake or an attack. */
export const reading = {
  /** The longest text of a document, in characters. */
  documentCharsMax: 1_048_576,
  /**
   * The most values after aliases and templates are replayed. A few nested aliases must not fill the memory.
   */
  documentNodesMax: 100_000,
  /**
   * The most characters of texts, and of the names on the path to each value, after aliases and templates are
   * replayed. A long text or name may be repeated for each value. The largest documents of the format have
   * less than a million.
   */
  replayedCharsMax: 33_554_432,
  /**
   * The deepest nesting of lists and mappings. The deepest documents of the format have less than 30 levels.
   */
  documentDepthMax: 64,
  /** The most problems that Downpour lists one by one. */
  problemsMax: 500,
  /** The longest pattern between the items of a `!foreach`, in characters. */
  separatorCharsMax: 200,
  /**
   * The most instructions in the compiled pattern of a `!foreach`. For each instruction, a character costs up
   * to 60 ns.
   */
  separatorInstructionsMax: 1_000,
  /**
   * The most work of all patterns of a document: the characters that they read times their instructions. This
   * work takes about half a second.
   */
  separatorStepsMax: 50_000_000,
  /**
   * The most known names that Downpour compares with a misspelt word. A document with more names gets no
   * hint, because the hint would be slow.
   */
  comparedNamesMax: 500,
  /**
   * The longest word that Downpour compares. The time of a comparison grows with the product of the two
   * lengths.
   */
  comparedCharsMax: 64,
} as const;
