/** Times of the conductor, and of the drives that ask it. */
export const conducting = {
  /** If the state machine of a stopped burst waits longer than this, another execution ends the burst. */
  endSlackMs: 1_000,
  /**
   * Drives in a hundred that must be ready when the wait ends or when all other drives are gone. Otherwise
   * the phase fails.
   */
  quorumPercent: 90,
  /**
   * After the wait, a drive counts the drives that are ready. If no drive counts within this time, no drive
   * of the phase runs.
   */
  countMsMax: 5_000,
  /** From the decision to T0 for a phase of one drive. More drives need more time to read T0. */
  startMarginMs: 50,
  /**
   * Additional margin for drives in another region. A look takes a round trip of up to 0.3 s over an ocean,
   * and a look may have just begun.
   */
  afarMarginMs: 600,
  /**
   * Time between two looks of a waiting drive, for each drive of its phase, between `lookMsMin` and
   * `lookMsMax`. A hundred drives together read the state a hundred times a second, which does not load a
   * machine; a thousand of them read it a thousand times.
   */
  lookMsDrive: 10,
  /** Shortest time between two looks of a waiting drive. */
  lookMsMin: 40,
  /** Longest time between two looks of a waiting drive. */
  lookMsMax: 1_000,
  /**
   * The drives of a phase end the wait for others one after the other. Each drive waits this long for each
   * drive before it.
   */
  tickTurnMs: 50,
  /** Longest time that a drive waits for its turn to end the wait for others. */
  tickTurnMsMax: 2_000,
  /**
   * A phase whose start is known is released this long before its lead begins. The time is longer than a
   * tick, so the release is never too late.
   */
  horizonMs: 28_000,
  /** A phase this close to its T0 counts as started. The failure of another phase does not cancel it. */
  cancelMarginMs: 1_000,
  /** Attempts to write the conductor's item against concurrent writers. */
  writeAttemptsMax: 40,
  /**
   * Longest pause after the first failed write. Each further pause may be longer by this time. The real pause
   * is drawn evenly from zero to its longest.
   */
  writePauseMs: 60,
  /**
   * The longest pause is at least this long for each phase at work. A write takes about 15 ms, and each phase
   * may write.
   */
  writePauseMsPhase: 20,
  /** Longest pause after a failed write, whatever the number of attempts and phases. */
  writePauseMsMax: 2_000,
  /** If a writer leaves a signal unsent for this long, the next writer sends it. */
  repairMs: 2_000,
  /**
   * Drives that read the same copy of a flag. They read it twice a second, or once for a start, eventually
   * consistent. Each look takes half a read unit of the 3,000 of a partition, so these readers take a twelfth
   * of it. The rest is for looks at one instant, for several copies on one partition of a new table, and for
   * accounts with lower quotas.
   */
  readersCopyMax: 250,
  /** Most copies of one flag. Each copy is a write of its own when the flag changes. */
  flagCopiesMax: 20,
} as const;

/** Snapshots of a burst for the people who watch it. */
export const snapshots = {
  /**
   * Age at which a snapshot is made again, for each drive of the burst, between `staleMsMin` and
   * `staleMsMax`.
   */
  staleMsDrive: 1,
  /** Lowest age for a burst of few drives. Their reports come once a second, at different instants. */
  staleMsMin: 100,
  /**
   * Highest age, for a thousand drives and more. It is a little less than a second, so a look every half
   * second finds a new snapshot each second.
   */
  staleMsMax: 900,
  /** Time between two looks at the last seconds of the drives, for each drive, within the next two bounds. */
  recentsMsDrive: 50,
  /** Shortest time between two such looks. */
  recentsMsMin: 1_000,
  /** Longest time between two such looks: drives write their last ten seconds every five seconds. */
  recentsMsMax: 5_000,
  /** Messages of one phase in a snapshot. */
  noticesMax: 50,
} as const;
