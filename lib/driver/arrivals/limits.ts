/** Bounds of the arrivals of users. */
export const arrivalBounds = {
  /** When a drive is stopped, it counts at most this many planned arrivals. */
  plannedCountMax: 50_000_000,
} as const;
