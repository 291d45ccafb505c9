/** Bounds for detecting that a target asks Downpour to stop the load. */
export const refusals = {
  /**
   * The load stops after this many responses in a row with status 503 and `Retry-After`. Each event loop of a
   * drive counts its own responses.
   */
  refusalsMax: 10,
  /** The most characters of the `Retry-After` header that a message shows. */
  shownCharsMax: 60,
} as const;
