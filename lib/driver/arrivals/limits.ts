/** Bounds of the arrivals of users. */
export const arrivalBounds = {
  /**
   * When a drive is stopped, it still counts the users that were planned for later, but at most this many.
   */
  plannedCountMax: 50_000_000,
  /**
   * When the next arrival is at least this many nanoseconds away, the event loop sleeps until then. For an
   * earlier arrival, it reads the clock again and again.
   */
  apartNs: 100_000,
} as const;
