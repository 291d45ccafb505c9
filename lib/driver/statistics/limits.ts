/**
 * Bounds of the measurements that Settle and Merge keep of a run, over all phases. A cell is one metric of
 * one request step in one second. It takes 12 KB while it is merged, and half a kilobyte for each of its
 * summaries in the run document.
 */
export const keeping = {
  /**
   * The most cells of a run (a cell is a metric in one second). With more cells, several seconds are counted
   * together. An hour of 200 metrics has intervals of 30 s.
   */
  cellsMax: 40_000,
  /**
   * The most cells (a metric in one second) of single shards, summed over the shards. With more cells, shards
   * have only totals.
   */
  shardCellsMax: 20_000,
  /** The most metrics, summed over all shards. With more, single shards have no statistics. */
  shardTotalsMax: 20_000,
  /**
   * The most metrics, summed over all shards, for which single shards have a distribution in the run
   * document. A distribution takes up to 15 KB. With more metrics, no shard has a distribution.
   */
  shardDistributionsMax: 1_000,
  /**
   * The most numbers of sessions (of one shard in one second) that a run keeps. With more, it keeps only the
   * sums over all shards.
   */
  shardSessionsMax: 50_000,
  /** The number of cells (a metric in one second) that every phase may have, even a very short phase. */
  phaseCellsMin: 1_000,
} as const;
