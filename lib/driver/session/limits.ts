/** Bounds of the users of one event loop. */
export const sessions = {
  /**
   * The most sessions whose user has ended that start their next user, or become free, in one iteration of
   * the event loop. Others wait for the next iteration.
   */
  handedOnPerTurnMax: 1_000,
  /** Time between two checks whether all users of a phase wait for something that cannot happen. */
  stuckCheckMs: 1_000,
  /** The most different error messages that a run keeps. */
  errorsMax: 100,
  /** The most characters that are kept of an error message. */
  errorCharsMax: 1_000,
} as const;
