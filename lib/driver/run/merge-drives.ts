import type { Plan } from '../model/plan.ts';
import { impossibleLimitOf } from '../planning/checks/sessions.ts';
import { phasePlanAt } from '../planning/find-phase-plan.ts';
import { plannedPhase } from '../planning/planned-phase.ts';
import { regionOf, regionsOf } from '../planning/sharding/regions.ts';
import { keeping } from '../statistics/limits.ts';
import { type MergeBounds, type MergedPhase, Merger } from '../statistics/merge.ts';
import type { Partial } from '../statistics/partial.ts';
import type { RegionOf } from '../statistics/shards/by-region.ts';
import type { DrivePlace } from './delivery.ts';

/**
 * A part of a phase to merge: the measurements of one drive (partial), or the merged measurements of a group
 * of drives.
 */
export type Part = Partial | MergedPhase;

/**
 * Is notified of the drives whose measurements a best-effort merge could not read. Such a merge keeps only
 * totals, which always fit into memory. A damaged part costs only its own measurements.
 */
export type BestEffortSink = { unread(drives: readonly DrivePlace[], error: unknown): void };

/**
 * Merges the partials (measurements) of drives of one phase. A partial counts only with the lease that its
 * drive took. A drive without a partial is lost.
 *
 * @param leases the lease of each drive by `shard/segment`, known when its partial comes.
 */
export async function mergeDrives(
  plan: Plan,
  index: number,
  parts: AsyncIterable<Part>,
  leases: ReadonlyMap<string, string>,
  bestEffort?: BestEffortSink,
): Promise<MergedPhase> {
  const { name } = plannedPhase(plan, index).phase;
  const regionOfShard = regionsFor(plan, index);
  const plansWaits = impossibleLimitOf(plannedPhase(plan, index).phase) !== undefined;
  const bounds = { ...(bestEffort === undefined ? boundsOf(plan, index) : totalsOnly), plansWaits };
  const merger = new Merger(name, bounds, regionOfShard);
  const add = (part: Part, to: Merger): void => {
    if ('drives' in part) to.absorb(part);
    else if (leases.get(`${part.shard}/${part.segment}`) === part.lease) to.accept(part);
  };
  for await (const part of parts) {
    if (bestEffort === undefined) {
      add(part, merger);
      continue;
    }
    try {
      // Each part is first merged alone, so that nothing counts of a part that turns out to be damaged.
      const alone = new Merger(name, bounds, regionOfShard);
      add(part, alone);
      merger.absorb(alone.result());
    } catch (error) {
      bestEffort.unread('drives' in part ? part.drives : [part], error);
    }
  }
  return merger.result();
}

/**
 * The function that returns the region of a shard. In a burst with several regions every phase has it, even a
 * phase whose shards are all in one region.
 */
function regionsFor(plan: Plan, index: number): RegionOf | undefined {
  if (regionsOf(plan.phases).length === 1) return undefined;
  const phasePlan = phasePlanAt(plan, index);
  return (shard) => regionOf(phasePlan, shard);
}

const totalsOnly: MergeBounds = {
  cellsMax: keeping.phaseCellsMin,
  shardCellsMax: 0,
  shardTotalsMax: 0,
  shardSessionsMax: 0,
};

/**
 * The number of measurements that a phase may keep. Its share of the whole run is in proportion to its
 * length, because each second of a metric needs space.
 */
function boundsOf({ benchmark, phases }: Plan, index: number): MergeBounds {
  const lengths = benchmark.phases.map(({ durationMs, maxDurationMs }, at) =>
    phases[at]?.shards === 0 ? 0 : (maxDurationMs ?? durationMs ?? 0) + tailMs,
  );
  const all = lengths.reduce((sum, each) => sum + each, 0);
  const part = (most: number): number => Math.floor((most * (lengths[index] ?? 0)) / Math.max(1, all));
  return {
    cellsMax: Math.max(keeping.phaseCellsMin, part(keeping.cellsMax)),
    shardCellsMax: part(keeping.shardCellsMax),
    shardTotalsMax: part(keeping.shardTotalsMax),
    shardSessionsMax: part(keeping.shardSessionsMax),
  };
}

/**
 * When the space is divided among phases, this many milliseconds are added to the length of each. The last
 * users of a phase still send requests after its end.
 */
const tailMs = 30_000;
