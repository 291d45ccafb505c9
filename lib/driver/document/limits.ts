/** A benchmark document. A person writes it, so larger numbers are a mistake or an attack. */
export const reading = {
  /** Length of the text. */
  documentCharsMax: 1_048_576,
  /** Values after aliases and templates are replayed. A few nested aliases must not fill the memory. */
  documentNodesMax: 100_000,
  /**
   * Characters of texts, and of the names on the path to each value, after aliases and templates are
   * replayed. A long text or name may be repeated for each value. The largest documents of the format have
   * less than a million.
   */
  replayedCharsMax: 33_554_432,
  /** Nesting of lists and mappings. The deepest documents of the format have less than 30 levels. */
  documentDepthMax: 64,
  /** Problems that Downpour lists one by one. */
  problemsMax: 500,
  /** Length of the pattern between the items of a `!foreach`. */
  separatorCharsMax: 200,
  /** Instructions of the compiled pattern of a `!foreach`. A character costs up to 60 ns for each. */
  separatorInstructionsMax: 1_000,
  /** Characters times instructions that the patterns of a document may read: about half a second. */
  separatorStepsMax: 50_000_000,
  /**
   * Known names that Downpour compares with a misspelt word. A document with more names gets no hint, because
   * the hint would be slow.
   */
  comparedNamesMax: 500,
  /** Longest word that Downpour compares. A comparison takes the product of the two lengths. */
  comparedCharsMax: 64,
} as const;
