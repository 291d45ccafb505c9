/** The users of one event loop. */
export const sessions = {
  /** Ended sessions that are handed on in one turn of the event loop; further ones wait for the next turn. */
  handedOnPerTurnMax: 1_000,
  /** Different messages of run errors that are kept. */
  errorsMax: 100,
} as const;
