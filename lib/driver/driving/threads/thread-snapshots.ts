import type { PublishedData, SharedSnapshot, ThreadSnapshot } from '../../model/shared-state.ts';
import type { MapShare } from '../../sharing/shared-store.ts';

/**
 * Joins the shared data of the threads of a drive. Maps and counters belong to one event loop, but published
 * data to the whole drive. When drives have different numbers of threads, threads match by their number
 * modulo the smaller number. Shards match in the same way (`planning/sharding/shared-state-sources.ts`).
 */
export function joinSnapshots(parts: readonly SharedSnapshot[]): SharedSnapshot {
  const [first, ...others] = parts;
  if (first === undefined)
    throw new RangeError('a bug in Downpour: the plan gives a load generator no thread');
  const threads = others.map((part) => ({ ...part, data: [] }));
  return { ...first, data: firstOfEach(parts.flatMap(({ data }) => data)), threads };
}

/**
 * The part of an earlier drive's shared data that one of `count` threads takes over. `maps` selects the maps
 * for all these threads together.
 */
export function partOfSnapshot(
  { threads = [], ...first }: SharedSnapshot,
  maps: MapShare | undefined,
  index: number,
  count: number,
): readonly (readonly [SharedSnapshot, MapShare | undefined])[] {
  const theirs: readonly ThreadSnapshot[] = [first, ...threads];
  const own = theirs.filter((_, each) =>
    theirs.length < count ? each === index % theirs.length : each % count === index,
  );
  const share = maps && mapShare(maps, theirs.length, index, count);
  return own.map((thread) => [{ ...thread, data: first.data }, share]);
}

/** Selects the maps for one thread, from those maps that its shard gets. */
function mapShare({ position, count }: MapShare, theirs: number, index: number, threads: number): MapShare {
  if (theirs >= threads) return { position, count };
  const among = Math.ceil((threads - (index % theirs)) / theirs);
  return { position: position + count * Math.floor(index / theirs), count: count * among };
}

/**
 * Keeps the first value of each published name. Two threads may have published a name before each received
 * the other's value. Then the value of the first thread counts for the whole drive.
 */
function firstOfEach(data: readonly PublishedData[]): readonly PublishedData[] {
  const byName = new Map<string, PublishedData>();
  for (const each of data) {
    const known = byName.get(each.name);
    if (known === undefined || before(each, known)) byName.set(each.name, each);
  }
  return [...byName.values()];
}

const before = (one: PublishedData, other: PublishedData): boolean =>
  one.shard < other.shard || (one.shard === other.shard && (one.thread ?? 0) < (other.thread ?? 0));
