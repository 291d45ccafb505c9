/** Bounds for merging partials in Settle and in groups. */
export const merging = {
  /**
   * The most partials (measurements of one drive), or merged groups of them, that one function merges. With
   * more, functions first merge groups in parallel.
   */
  sourcesMax: 64,
  /** The fewest groups for which starting a function for each group saves time. */
  groupsMin: 16,
} as const;
