/** Bounds of the parts of a benchmark. */
export const benchmarks = {
  /**
   * The most event loops of one shard. Each event loop needs 40 MB. If there are more event loops than
   * processors, they take turns.
   */
  threadsMax: 64,
  /**
   * The most phases of one benchmark, where each iteration and each fork counts as a phase. The conductor's
   * item in the table (400 KB) has space for all of them.
   */
  phasesMax: 400,
} as const;
