/** Bounds for merging partials in Settle and in groups. */
export const merging = {
  /**
   * The most partials, or groups of them, that one function merges. With more drives, functions merge groups
   * in parallel first.
   */
  sourcesMax: 64,
  /** The fewest groups that are worth the time to start their functions. */
  groupsMin: 16,
} as const;
