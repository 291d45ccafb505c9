/**
 * What Settle and Merge hold of a run, all phases together. A cell is one metric of one request step in one
 * second; it takes 6 KB while it is merged, and half a kilobyte for each of its summaries in the run
 * document.
 */
export const keeping = {
  /**
   * With more cells, longer stretches of time take the place of seconds. An hour of 200 metrics stands in
   * stretches of 10 s.
   */
  cellsMax: 100_000,
  /** Cells of the shards by themselves. With more, shards have totals only. */
  shardCellsMax: 20_000,
  /** Metrics of all shards. With more, shards have no statistics. */
  shardTotalsMax: 20_000,
  /**
   * Metrics of all shards with a distribution in the run document; one takes up to 15 KB. With more, none
   * has.
   */
  shardDistributionsMax: 1_000,
  /** Seconds of sessions of the shards by themselves. With more, only their sum is kept. */
  shardSessionsMax: 50_000,
  /** A phase may always have as many cells, however short it is. */
  phaseCellsMin: 1_000,
} as const;
