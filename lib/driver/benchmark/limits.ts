/** The parts of a benchmark. */
export const benchmarks = {
  /**
   * Event loops of one shard. Each needs 40 MB, and event loops beyond the processors of a machine take
   * turns.
   */
  threadsMax: 64,
  /**
   * Phases of one benchmark with iterations and forks unrolled. The conductor's item (400 KB) has space for
   * all of them.
   */
  phasesMax: 400,
} as const;
