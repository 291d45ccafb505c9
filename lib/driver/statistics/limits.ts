/**
 * Measurements of a run that Settle and Merge keep, all phases together. A cell is one metric of one request
 * step in one second. It takes 6 KB while it is merged, and half a kilobyte for each of its summaries in the
 * run document.
 */
export const keeping = {
  /**
   * Cells of a run. With more cells, longer buckets replace seconds. An hour of 200 metrics has buckets of 10
   * s.
   */
  cellsMax: 100_000,
  /** Cells of single shards. With more of them, shards have totals only. */
  shardCellsMax: 20_000,
  /** Metrics of all shards. With more of them, shards have no statistics. */
  shardTotalsMax: 20_000,
  /**
   * Metrics of all shards that have a distribution in the run document. A distribution takes up to 15 KB.
   * With more metrics, no shard has a distribution.
   */
  shardDistributionsMax: 1_000,
  /** Seconds of sessions of single shards. With more of them, only their sum is kept. */
  shardSessionsMax: 50_000,
  /** A phase may always have this number of cells, however short it is. */
  phaseCellsMin: 1_000,
} as const;
