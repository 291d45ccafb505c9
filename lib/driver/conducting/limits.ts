/** Bounds of the times of the conductor, and of the drives that read its state. */
export const conducting = {
  /**
   * If the state machine of a stopped burst would wait longer than this, a second execution of the state
   * machine ends the burst.
   */
  endSlackMs: 1_000,
  /**
   * When the wait for drives ends, or when all other drives are lost, this percentage of a phase's drives
   * must be ready. Otherwise the phase fails.
   */
  quorumPercent: 90,
  /**
   * When the wait for drives ends, one of the drives counts those that are ready. If no drive has counted
   * them within this time, the phase fails.
   */
  countMsMax: 5_000,
  /**
   * Time from the decision to T0 for a phase of one drive. The drive itself decides, and its writes take 15
   * to 20 ms. More drives need more time to read T0.
   */
  startMarginMs: 30,
  /**
   * Additional time from the decision to T0 for drives in another region. A read takes up to 0.3 s over an
   * ocean, and a read may have just begun.
   */
  afarMarginMs: 600,
  /**
   * Time between two reads of the state by a waiting drive, times the number of drives of its phase.
   * `lookMsMin` and `lookMsMax` bound the product. Up to a hundred drives together read the state a hundred
   * times a second, which is no load for a table. A thousand drives read it a thousand times a second.
   */
  lookMsDrive: 10,
  /** Shortest time between two reads of the state by a waiting drive. */
  lookMsMin: 40,
  /** Longest time between two reads of the state by a waiting drive. */
  lookMsMax: 1_000,
  /**
   * Time between two drives of a phase that end the wait for the other drives. Each drive waits this long for
   * each drive with a lower number, so that normally only the first one sends the event.
   */
  tickTurnMs: 50,
  /** The longest time by which a drive delays its attempt to end the wait for the other drives. */
  tickTurnMsMax: 2_000,
  /**
   * A phase with a known start is released this long before its drives have to wake. The state machine asks
   * every 20 s (`startRounds.tickMs`) whether a phase starts. Because this time is longer, the release is
   * never too late.
   */
  horizonMs: 28_000,
  /**
   * A phase counts as started from this long before its T0. The failure of another phase then does not cancel
   * it.
   */
  cancelMarginMs: 1_000,
  /** The most attempts to write the conductor's item when other writers write at the same time. */
  writeAttemptsMax: 40,
  /**
   * Longest pause after the first failed write. This limit grows by the same time with each further failure.
   * The pause itself is random, evenly from zero to the limit.
   */
  writePauseMs: 60,
  /**
   * The limit of a random pause is at least this long for each phase at work. A write takes about 15 ms, and
   * each phase may write.
   */
  writePauseMsPhase: 20,
  /** Upper bound of each pause after a failed write, for any number of attempts and phases. */
  writePauseMsMax: 2_000,
  /**
   * A reply to the state machine or a signal to drives counts as lost after this time. The next function that
   * changes the state then sends it.
   */
  repairMs: 2_000,
  /**
   * The most drives that read one copy of the stop flag. Drives read the flag twice a second, or once for a
   * start, with eventually consistent reads. Such a read takes half a read unit of DynamoDB. A partition has
   * 3,000 units, so 250 readers use a twelfth. The rest is for reads at one instant, for several copies on
   * one partition of a new table, and for accounts with lower quotas.
   */
  readersCopyMax: 250,
  /** The most copies of one stop flag. Each change of the flag writes every copy. */
  flagCopiesMax: 20,
} as const;

/** Bounds of the snapshots of a burst: the merged reports of all drives, for people who watch it. */
export const snapshots = {
  /**
   * Age at which a snapshot is made again, times the number of drives of the burst. `staleMsMin` and
   * `staleMsMax` bound the product.
   */
  staleMsDrive: 1,
  /**
   * The lowest age at which a snapshot is made again, for a burst of few drives. Their reports come once a
   * second, at different instants.
   */
  staleMsMin: 100,
  /**
   * The highest age at which a snapshot is made again, for a thousand drives and more. It is a little less
   * than a second, so a watcher who asks every half second finds a new snapshot each second.
   */
  staleMsMax: 900,
  /**
   * Time between two reads of the last seconds of the drives, times the number of drives. `recentsMsMin` and
   * `recentsMsMax` bound the product.
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
