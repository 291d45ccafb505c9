/** How Settle and its groups divide the partials of drives. */
export const merging = {
  /**
   * Partials, or groups of them, that one function merges. With more drives, functions merge groups in
   * parallel first.
   */
  sourcesMax: 64,
  /** With fewer groups, starting their functions takes longer than it saves. */
  groupsMin: 16,
} as const;
