/** Limits of the division of partials between Settle and its groups. */
export const merging = {
  /**
   * Partials, or groups of them, that one function merges. With more drives, functions merge groups in
   * parallel first.
   */
  sourcesMax: 64,
  /** With fewer groups, starting their functions takes longer than it saves. */
  groupsMin: 16,
} as const;
