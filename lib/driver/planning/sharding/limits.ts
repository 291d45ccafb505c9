/** Bounds for merging partials in Settle and in groups. */
export const merging = {
  /**
   * The most partials (measurements of one drive) that Settle merges without groups, and the most groups that
   * it merges. With more partials, functions first merge groups in parallel.
   */
  sourcesMax: 64,
  /** The fewest groups for which starting a function for each group saves time. */
  groupsMin: 16,
} as const;
