/** The users of one event loop. */
export const sessions = {
  /**
   * Ended sessions that are passed on in one turn of the event loop. Further sessions wait for the next turn.
   */
  handedOnPerTurnMax: 1_000,
  /** Different error messages of a run that are kept. */
  errorsMax: 100,
} as const;
