/** Bounds of the times of the conductor, and of the drives that read its state. */
export const conducting = {
  /** If the state machine of a stopped burst waits longer than this, another execution ends the burst. */
  endSlackMs: 1_000,
  /**
   * This percentage of the drives must be ready when the wait ends or when all other drives are gone.
   * Otherwise the phase fails.
   */
  quorumPercent: 90,
  /**
   * When the wait ends, a drive counts the ready drives. If no drive counts them within this time, the phase
   * fails.
   */
  countMsMax: 5_000,
  /**
   * Time from the decision to T0 for a phase of one drive. The drive itself decides, and its writes take 15
   * to 20 ms. More drives need more time to read T0.
   */
  startMarginMs: 30,
  /**
   * Additional start margin for drives in another region. A read takes up to 0.3 s over an ocean, and a read
   * may have just begun.
   */
  afarMarginMs: 600,
  /**
   * Time between two reads of the state by a waiting drive, for each drive of its phase. `lookMsMin` and
   * `lookMsMax` bound it. A hundred drives together read the state a hundred times a second, which is no load
   * for a machine. A thousand drives read it a thousand times a second.
   */
  lookMsDrive: 10,
  /** Shortest time between two reads of the state by a waiting drive. */
  lookMsMin: 40,
  /** Longest time between two reads of the state by a waiting drive. */
  lookMsMax: 1_000,
  /**
   * The drives of a phase end the wait for other drives one after the other. Each drive waits this long for
   * each drive before it.
   */
  tickTurnMs: 50,
  /** Longest time that a drive waits for its turn to end the wait for other drives. */
  tickTurnMsMax: 2_000,
  /**
   * A phase with a known start is released this long before its lead begins. A waiting phase asks every 20 s
   * (`startRounds.tickMs`), so with this longer time the release is never too late.
   */
  horizonMs: 28_000,
  /** A phase this close to its T0 counts as started. The failure of another phase does not cancel it. */
  cancelMarginMs: 1_000,
  /** The most attempts to write the conductor's item when other writers write at the same time. */
  writeAttemptsMax: 40,
  /**
   * Longest pause after the first failed write. Each further pause may be longer by this time. The actual
   * pause is random, evenly from zero to the longest.
   */
  writePauseMs: 60,
  /**
   * The longest pause is at least this long for each phase at work. A write takes about 15 ms, and each phase
   * may write.
   */
  writePauseMsPhase: 20,
  /** Upper bound of each pause after a failed write, for any number of attempts and phases. */
  writePauseMsMax: 2_000,
  /** If a writer has not sent its signal after this time, the next writer sends it. */
  repairMs: 2_000,
  /**
   * The most drives that read one copy of a flag. Drives read it twice a second, or once for a start,
   * eventually consistent. A read takes half a read unit, and a partition has 3,000 of them, so 250 readers
   * use a twelfth. The rest is for reads at one instant, for several copies on one partition of a new table,
   * and for accounts with lower quotas.
   */
  readersCopyMax: 250,
  /** The most copies of one flag. Each change of the flag writes every copy. */
  flagCopiesMax: 20,
} as const;

/** Bounds of the snapshots of a burst, for people who watch it. */
export const snapshots = {
  /**
   * A snapshot is made again at this age, for each drive of the burst. `staleMsMin` and `staleMsMax` bound
   * the age.
   */
  staleMsDrive: 1,
  /**
   * Lowest age of a snapshot that is made again, for a burst of few drives. Their reports come once a second,
   * at different instants.
   */
  staleMsMin: 100,
  /**
   * Highest age of a snapshot, for a thousand drives and more. It is a little less than a second, so a
   * watcher who asks every half second finds a new snapshot each second.
   */
  staleMsMax: 900,
  /**
   * Time between two reads of the last seconds of the drives, for each drive. `recentsMsMin` and
   * `recentsMsMax` bound it.
   */
  recentsMsDrive: 50,
  /** Shortest time between two reads of the last seconds of the drives. */
  recentsMsMin: 1_000,
  /**
   * Longest time between two reads of the last seconds of the drives. Drives write their last ten seconds
   * every five seconds.
   */
  recentsMsMax: 5_000,
  /** The most messages of one phase in a snapshot. */
  noticesMax: 50,
} as const;
