/** Bounds of the arrivals of users. */
export const arrivalBounds = {
  /** A stopped drive still counts the users that were planned for later, but at most this many. */
  plannedCountMax: 50_000_000,
  /**
   * When the next arrival is at least this many nanoseconds away, the event loop sleeps until then. Before a
   * nearer arrival it reads the clock again and again, and the alarm prepares for a later arrival.
   */
  apartNs: 100_000,
} as const;
