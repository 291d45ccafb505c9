import type { GraphPhase, Plan } from '../../model/plan.ts';
import type { MapShare } from '../../sharing/shared-store.ts';
import { graphOf } from '../graph.ts';
import { plannedPhase } from '../planned-phase.ts';

/** A drive whose shared state another drive takes over. Without `maps`, its maps are not taken over. */
export type Source = {
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
  readonly maps?: MapShare;
  /** True when the phase still runs when the other phase starts. Its state comes later. */
  readonly late: boolean;
};

/**
 * The drives whose shared state a drive takes over. They are drives of the phases that are over before its
 * own phase starts, nearest first, and of the previous segment. Shard k takes over from the shards with the
 * same number modulo the smaller number of shards. When several shards take over from one shard, each gets
 * its part of the maps, and all other data. A phase without shared data has no state to take over.
 */
export function sourcesOf(plan: Plan, phase: number, shard: number, segment: number): readonly Source[] {
  const { shards } = plannedPhase(plan, phase);
  const before = [...endedBefore(graphOf(plan), phase, sharing(plan))].sort((one, other) => one - other);
  const earlier = before.flatMap((each) => {
    const { shards: theirs, segments } = plannedPhase(plan, each);
    // Only the first segment takes shared maps from drives of earlier phases. Each segment passes them to the
    // next.
    const maps = segment > 0 ? {} : { maps: mapShare(shard, theirs, shards) };
    return shardsOf(shard, theirs, shards).map((from) => ({
      phase: each,
      shard: from,
      segment: segments.length - 1,
      late: false,
      ...maps,
    }));
  });
  if (segment === 0) return earlier;
  return [...earlier, { phase, shard, segment: segment - 1, maps: { position: 0, count: 1 }, late: true }];
}

/** True when the scenario of a phase shares state. */
const sharing =
  ({ benchmark }: Plan) =>
  (phase: number): boolean =>
    benchmark.phases[phase]?.scenario?.sharesState === true;

/** The nearest phases with shared state whose last user has left before this phase can start. */
function endedBefore(
  graph: readonly GraphPhase[],
  phase: number,
  shares: (phase: number) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  const visited = new Set<string>();
  /**
   * Visits a phase and the phases that it follows. `over` is true when the visited phase has terminated,
   * and not only finished, before `phase` can start.
   */
  const visit = (index: number, over: boolean): void => {
    if (over && shares(index)) {
      found.add(index);
      return;
    }
    const key = `${index} ${over}`;
    if (visited.has(key)) return;
    visited.add(key);
    const node = graph[index];
    if (node === undefined) return;
    for (const each of node.startAfterStrict) visit(each, true);
    for (const each of node.covers) visit(each, over);
    for (const each of node.startWith?.phases ?? []) visit(each, false);
    for (const each of node.startAfter) if (!node.covers.includes(each)) visit(each, false);
  };
  visit(phase, false);
  return found;
}

function shardsOf(shard: number, theirs: number, ours: number): readonly number[] {
  if (theirs < ours) return [shard % theirs];
  return Array.from({ length: theirs }, (_, each) => each).filter((each) => each % ours === shard);
}

function mapShare(shard: number, theirs: number, ours: number): MapShare {
  if (theirs >= ours) return { position: 0, count: 1 };
  const residue = shard % theirs;
  return { position: Math.floor(shard / theirs), count: Math.ceil((ours - residue) / theirs) };
}
