/**
 * Divides a whole number among shards. Shard k of m gets floor((k + 1) total / m) - floor(k total / m). A
 * shard of `width` w gets w of the m parts, from k on. The shares add up to the total, and shares of the same
 * width differ by at most one. Exact while m x total is below 2^53.
 */
export function shareOf(total: number, shard: number, shards: number, width = 1): number {
  return Math.floor(((shard + width) * total) / shards) - Math.floor((shard * total) / shards);
}
