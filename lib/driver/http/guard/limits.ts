/** A target that asks for the load to stop. */
export const refusals = {
  /** Responses in a row with status 503 and `Retry-After` to one event loop of a drive. */
  refusalsMax: 10,
  /** Characters of the header that a message shows. */
  shownCharsMax: 60,
} as const;
