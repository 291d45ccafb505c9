/** How Settle and its groups read what drives left. */
export const reading = {
  /** Objects that are read at once, */
  readsAtOnce: 16,
  /** as long as they have no more bytes together, which lie in memory beside the merged statistics. */
  bytesAtOnce: 64 * 1024 * 1024,
  /**
   * How long a Settle that takes what it can get reads, before it judges what it has: two minutes stay of its
   * ten for a read that is slow and for judging.
   */
  bestEffortMsMax: 480_000,
} as const;
