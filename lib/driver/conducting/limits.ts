/** Clockwork of the conductor and of what asks it. */
export const conducting = {
  /**
   * A stopped burst whose state machine waits longer than this is carried to its end by another execution.
   */
  endSlackMs: 1_000,
  /**
   * Drives in a hundred that have to be ready when the wait is over, or when all others are gone; else the
   * phase fails.
   */
  quorumPercent: 90,
  /** After the wait a drive counts who is ready; when nobody has by then, no drive of the phase is there. */
  countMsMax: 5_000,
  /** From the decision to T0 for a phase of one drive; more drives need time to hear of it. */
  startMarginMs: 50,
  /**
   * So much longer for drives in another region: a look takes a round trip of up to 0.3 s over an ocean, and
   * it may have just begun.
   */
  afarMarginMs: 600,
  /**
   * Between two looks of a waiting drive, for each drive of its phase and within these two bounds: a hundred
   * drives together read the state a hundred times a second, which one machine does not feel, and a thousand
   * of them a thousand times.
   */
  lookMsDrive: 10,
  /** Shortest time between two looks of a waiting drive. */
  lookMsMin: 40,
  /** Longest time between two looks of a waiting drive. */
  lookMsMax: 1_000,
  /** Drives of a phase that end the wait for others take turns of this length, */
  tickTurnMs: 50,
  /** but wait no longer than this for theirs. */
  tickTurnMsMax: 2_000,
  /**
   * A phase whose start is known is released this long before the lead begins; longer than a tick, so never
   * too late.
   */
  horizonMs: 28_000,
  /** A phase this close to its T0 counts as started and is not cancelled by another phase's failure. */
  cancelMarginMs: 1_000,
  /** Attempts to write the conductor's item against concurrent writers. */
  writeAttemptsMax: 40,
  /**
   * Longest pause after the first of them, and so much longer after each; the real pause is drawn evenly from
   * nothing to here.
   */
  writePauseMs: 60,
  /**
   * It is at least so long for each phase under way: a write takes about 15 ms, and each of them may have
   * one.
   */
  writePauseMsPhase: 20,
  /** But never longer than this. */
  writePauseMsMax: 2_000,
  /** What a writer has left undone for so long is done by the next one. */
  repairMs: 2_000,
  /**
   * Drives that read one copy of a flag twice a second, or of a start once, eventually consistent: half a
   * read unit a look of the 3,000 that a partition has, so a twelfth of them: what all do at one instant
   * comes on top, several copies fall on one partition of a new table, and some accounts have less.
   */
  readersCopyMax: 250,
  /** Most copies of one flag: each is a write of its own when it changes. */
  flagCopiesMax: 20,
} as const;

/** Snapshots of a burst for the people who watch it. */
export const snapshots = {
  /** A snapshot may be so old for each drive that it sums up, within the two bounds below, */
  staleMsDrive: 1,
  /** Of a few drives: their reports come once a second, at different instants of it. */
  staleMsMin: 100,
  /**
   * Of a thousand drives and more: a little less than a second, so that a look every half second finds a new
   * one each second.
   */
  staleMsMax: 900,
  /** Messages of one phase in a snapshot. */
  noticesMax: 50,
} as const;
