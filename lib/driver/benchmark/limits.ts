/** The parts of a benchmark. */
export const benchmarks = {
  /** Event loops of one shard: each takes 40 MB, and more than a machine has processors take turns. */
  threadsMax: 64,
  /**
   * Phases of one benchmark with iterations and forks unrolled: the conductor's item (400 KB) holds them all.
   */
  phasesMax: 400,
} as const;
