/**
 * Shard k of m gets floor((k + 1) total / m) - floor(k total / m) of a whole number; one of `width` w has w
 * of the m parts from k on. The shares of all shards add up to the total, and those of one width differ by at
 * most one. Exact while m x total stays below 2^53.
 */
export function shareOf(total: number, shard: number, shards: number, width = 1): number {
  return Math.floor(((shard + width) * total) / shards) - Math.floor((shard * total) / shards);
}
