/** How Settle and its groups share the partials of drives. */
export const merging = {
  /**
   * Partials, or groups of them, that one function merges; with more drives, groups are merged side by side
   * first.
   */
  sourcesMax: 64,
  /** Fewer groups are not worth the start of their functions. */
  groupsMin: 16,
} as const;
