/** A target that asks for the load to stop. */
export const refusals = {
  /**
   * Consecutive responses of status 503 with `Retry-After` to one event loop of a drive, after which the
   * drive stops.
   */
  refusalsMax: 10,
  /** Characters of a header that a message shows. */
  shownCharsMax: 60,
} as const;
