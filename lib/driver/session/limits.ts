/** Bounds of the users of one event loop. */
export const sessions = {
  /**
   * The most ended sessions that are passed on in one turn of the event loop. Others wait for the next turn.
   */
  handedOnPerTurnMax: 1_000,
  /** The time between two looks for a phase whose users all wait for something that cannot happen. */
  stuckCheckMs: 1_000,
  /** The most different error messages of a run that are kept. */
  errorsMax: 100,
  /** The most characters of an error message that are kept. */
  errorCharsMax: 1_000,
} as const;
