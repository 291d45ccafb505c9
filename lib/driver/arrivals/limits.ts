/** Arrivals of users. */
export const arrivalBounds = {
  /** Arrivals that a stopped drive still counts as planned. */
  plannedCountMax: 50_000_000,
} as const;
