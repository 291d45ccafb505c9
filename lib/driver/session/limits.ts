/** The users of one event loop. */
export const sessions = {
  /**
   * Ended sessions that the pool hands to waiting users in one turn of the event loop. Further sessions wait
   * for the next turn.
   */
  handedOnPerTurnMax: 1_000,
  /** Different messages of run errors that are kept. */
  errorsMax: 100,
} as const;
