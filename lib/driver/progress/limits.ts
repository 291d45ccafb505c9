/** Reports of drives at work. */
export const progress = {
  /** A report that is older than this does not count as current. */
  staleSeconds: 2,
} as const;
