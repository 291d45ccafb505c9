/** Bounds of the arrivals of users. */
export const arrivalBounds = {
  /**
   * When a drive is stopped, it still counts the users that were planned for later, but at most this many.
   */
  plannedCountMax: 50_000_000,
  /**
   * While the event loop waits for the next arrival, the alarm of its clock prepares for a later arrival. It
   * is the first arrival that comes at least this many nanoseconds after the next one.
   */
  apartNs: 100_000,
} as const;
