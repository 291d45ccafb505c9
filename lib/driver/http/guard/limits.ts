/** A target that asks for the load to stop. */
export const refusals = {
  /** Responses of status 503 with `Retry-After`, one behind the other, to one event loop of a drive. */
  refusalsMax: 10,
  /** How much of a header is shown. */
  shownCharsMax: 60,
} as const;
