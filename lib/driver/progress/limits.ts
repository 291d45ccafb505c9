/** Reports of drives at work. */
export const progress = {
  /** A report that is older than this does not count as current. */
  staleSeconds: 2,
} as const;

/** The last seconds that a drive keeps for people who watch, apart from its report each second. */
export const recents = {
  /** Seconds that a drive keeps. */
  keptSeconds: 10,
  /** Seconds from one write of them to the next: half as many, so that a lost write loses no second. */
  writeSeconds: 5,
  /** Metrics of a phase whose limits are watched. The limits of further metrics are judged at the end. */
  metricsMax: 20,
  /** Limits of a phase in the status of a burst. */
  limitsMax: 50,
  /** Drives of a phase for which limits are watched. With more of them, one look would read too much. */
  drivesMax: 512,
  /** Seconds of all phases in one reply. */
  replySecondsMax: 3_600,
  /** Seconds after which no drive sends a second that is missing. */
  lateSeconds: 12,
} as const;
