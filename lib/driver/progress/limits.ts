/** Reports of drives at work. */
export const progress = {
  /** A report that is older than this does not count for the present. */
  staleSeconds: 2,
} as const;
