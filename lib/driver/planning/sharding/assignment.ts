import { DownpourError } from '../../../errors.ts';
import { modelOf } from '../../arrivals/registry.ts';
import type { Target } from '../../model/benchmark.ts';
import {
  type Assignment,
  type Partitions,
  type Plan,
  planVersion,
  type ShardTarget,
} from '../../model/plan.ts';
import { shareOf } from '../../schedule/share.ts';
import { type PlannedPhase, plannedPhase } from '../planned-phase.ts';

/**
 * The work of one drive. Throws DownpourError `PLAN_FORM` for a plan that another release made, as one does
 * that waits across a deployment. Pure arithmetic on the plan, so that every machine comes to the same cut:
 * over all shards of a phase the users, and from one session or connection per shard on also those, add up
 * exactly.
 */
export function assignmentOf(
  plan: Plan,
  phaseIndex: number,
  shard: number,
  segmentIndex: number,
): Assignment {
  judgeVersion(plan);
  const planned = plannedPhase(plan, phaseIndex);
  const { phase, shards, segments } = planned;
  const segment = segments[segmentIndex];
  if (segment === undefined || shard < 0 || shard >= shards) {
    throw new RangeError(`phase ${phase.name} has no shard ${shard} in segment ${segmentIndex}`);
  }
  const partitions = partitionsOf(planned, shard);
  const part = modelOf(phase.arrivals).alike ? { shard, shards, width: 1 } : partitions;
  const share = (total: number): number => shareOf(total, part.shard, part.shards, part.width);
  return {
    phase,
    phaseIndex,
    shard,
    shards,
    segment,
    seed: plan.seed,
    ...(planned.threads === undefined ? {} : { partitions }),
    users: share(modelOf(phase.arrivals).users ?? 0),
    maxSessions: Math.max(1, share(phase.maxSessions)),
    targets: plan.benchmark.targets.map((target) => cutTarget(target, planned, share)),
    ...(plan.benchmark.hotRod === undefined ? {} : { hotRod: plan.benchmark.hotRod }),
    ergonomics: plan.benchmark.ergonomics,
    ...(plan.guards === undefined ? {} : { guards: plan.guards }),
  };
}

/** Only drives read the bodies of steps, so a burst with another plan still ends and reports the reason. */
function judgeVersion({ version }: { readonly version: number }): void {
  if (version === planVersion) return;
  throw new DownpourError(
    'PLAN_FORM',
    500,
    `another release made the plan of this burst: it has format ${version}, and this release drives format ${planVersion}; start the burst again`,
  );
}

/** Every thread of every shard is a partition. */
function partitionsOf({ threads, shards }: PlannedPhase, shard: number): Partitions {
  if (threads === undefined) return { shard, shards, width: 1 };
  const sum = (some: readonly number[]): number => some.reduce((total, each) => total + each, 0);
  return { shard: sum(threads.slice(0, shard)), shards: sum(threads), width: threads[shard] ?? 1 };
}

/** A shard cannot do with less than one connection. Spare connections are cut like all others. */
function cutTarget(target: Target, planned: PlannedPhase, share: (total: number) => number): ShardTarget {
  const { core, max, buffer } = target.connections;
  const cut = (total: number): number => Math.max(1, share(connectionsOf(planned, total)));
  const most = cut(max);
  return {
    ...target,
    shardConnections: {
      core: Math.min(most, cut(core)),
      max: most,
      buffer: buffer === 0 ? 0 : Math.min(most, cut(buffer)),
    },
  };
}

/**
 * The part of a phase in the connections of a target, over its shards, when all phases run that may run at
 * the same time.
 */
export const connectionsOf = ({ concurrency }: PlannedPhase, total: number): number =>
  Math.floor(total / concurrency);
