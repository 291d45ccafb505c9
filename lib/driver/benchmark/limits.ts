/** Bounds of the parts of a benchmark. */
export const benchmarks = {
  /**
   * The most event loops of one shard. Each event loop needs 40 MB. Event loops beyond the processors of a
   * machine take turns.
   */
  threadsMax: 64,
  /**
   * The most phases of one benchmark after its iterations and forks are unrolled. The conductor's item (400
   * KB) has space for all of them.
   */
  phasesMax: 400,
} as const;
