/**
 * Bounds of the measurements of a run that Settle and Merge keep, over all phases. A cell is one metric of
 * one request step in one second. It takes 12 KB while it is merged, and half a kilobyte for each of its
 * summaries in the run document.
 */
export const keeping = {
  /**
   * The most cells of a run. With more cells, longer buckets replace seconds. An hour of 200 metrics has
   * buckets of 30 s.
   */
  cellsMax: 40_000,
  /** The most cells of single shards. With more cells, shards have only totals. */
  shardCellsMax: 20_000,
  /** The most metrics of all shards. With more metrics, shards have no statistics. */
  shardTotalsMax: 20_000,
  /**
   * The most metrics of all shards that have a distribution in the run document. A distribution takes up to
   * 15 KB. With more metrics, no shard has a distribution.
   */
  shardDistributionsMax: 1_000,
  /**
   * The most entries with the sessions of one shard in one second. With more entries, a run keeps only the
   * sums of all shards.
   */
  shardSessionsMax: 50_000,
  /**
   * The number of cells that every phase may have, even a very short one. A cell is a metric in one second.
   */
  phaseCellsMin: 1_000,
} as const;
