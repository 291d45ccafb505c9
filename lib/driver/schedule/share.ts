/**
 * Shard k of m gets floor((k + 1) total / m) - floor(k total / m) of a whole number.
 * The shares of all shards add up to the total and differ by at most one. Exact while m x total stays below 2^53.
 */
export function shareOf(total: number, shard: number, shards: number): number {
  return Math.floor(((shard + 1) * total) / shards) - Math.floor((shard * total) / shards);
}
