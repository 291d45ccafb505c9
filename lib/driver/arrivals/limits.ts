/** Bounds of the arrivals of users. */
export const arrivalBounds = {
  /** When a drive is stopped, it counts at most this many planned arrivals. */
  plannedCountMax: 50_000_000,
  /**
   * The gap between arrivals in nanoseconds from which the event loop sleeps. Within a shorter gap, it reads
   * the clock, and the alarm prepares for a later arrival.
   */
  apartNs: 100_000,
} as const;
