import type { GraphPhase, Plan } from '../../model/plan.ts';
import type { MapShare } from '../../sharing/shared-store.ts';
import { graphOf } from '../graph.ts';
import { plannedPhase } from '../planned-phase.ts';

/**
 * An earlier drive from which a drive takes over the shared data of users. Without `maps`, the earlier
 * drive's shared maps are left out.
 */
export type Source = {
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
  readonly maps?: MapShare;
  /**
   * True for the previous segment of the same phase. It still runs when the next segment starts, so its data
   * comes later.
   */
  readonly late: boolean;
};

/**
 * The earlier drives from which a drive takes over shared data. They are drives of phases that are over
 * before its own phase starts, and of the previous segment. Shard k takes over from the shards with the same
 * number modulo the smaller number of shards. When several shards take over from one shard, each gets a part
 * of its maps, and all its other data. A phase without shared data is left out.
 */
export function sourcesOf(plan: Plan, phase: number, shard: number, segment: number): readonly Source[] {
  const { shards } = plannedPhase(plan, phase);
  const before = [...endedBefore(graphOf(plan), phase, sharing(plan))].sort((one, other) => one - other);
  const earlier = before.flatMap((each) => {
    const { shards: theirs, segments } = plannedPhase(plan, each);
    // Only the first segment takes shared maps from drives of earlier phases. Each segment passes its maps to
    // the next segment.
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

/** True when the scenario of the phase with this index shares data between users. */
const sharing =
  ({ benchmark }: Plan) =>
  (phase: number): boolean =>
    benchmark.phases[phase]?.scenario?.sharesState === true;

/**
 * The phases with shared data whose last user has left before this phase can start. Only the nearest ones are
 * returned, because they have taken over the data of earlier ones.
 */
function endedBefore(
  graph: readonly GraphPhase[],
  phase: number,
  shares: (phase: number) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  const visited = new Set<string>();
  /**
   * Visits a phase and the phases before it. `over` is true when the visited phase has terminated (its last
   * user has left), and not only finished, before `phase` can start.
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
