/** A benchmark document. A person writes it; what exceeds these is a mistake or an attack. */
export const reading = {
  /** Length of the text. */
  documentCharsMax: 1_048_576,
  /** Values after aliases and templates are replayed, so that a few nested ones cannot fill the memory. */
  documentNodesMax: 100_000,
  /**
   * Characters of texts, and of the names on the way to each value, after the same: a long text or name may
   * be repeated as often as there are values. The largest documents of the format stay below a million.
   */
  replayedCharsMax: 33_554_432,
  /** Nesting of lists and mappings; the deepest documents of the format stay below 30. */
  documentDepthMax: 64,
  /** Problems that are listed one by one. */
  problemsMax: 500,
  /** Length of the pattern between the items of a `!foreach`. */
  separatorCharsMax: 200,
  /** Instructions of its program; a character costs up to 60 ns for each. */
  separatorInstructionsMax: 1_000,
  /** Characters times instructions that the patterns of a document may read, about half a second. */
  separatorStepsMax: 50_000_000,
  /**
   * Names that a misspelt word is compared with; a document with more of them gets no hint instead of a slow
   * one.
   */
  comparedNamesMax: 500,
  /** Longest word that is compared; the comparison takes the product of two lengths. */
  comparedCharsMax: 64,
} as const;
