import type { Target } from '../model/benchmark.ts';
import type { Assignment, Plan, ShardTarget } from '../model/plan.ts';
import { shareOf } from '../schedule/share.ts';

/**
 * What one drive has to do. Pure arithmetic on the plan, so that every machine comes to the same cut:
 * over all shards of a phase the users, and from one session or connection per shard on also those, add up exactly.
 */
export function assignmentOf(
  plan: Plan,
  phaseIndex: number,
  shard: number,
  segmentIndex: number,
): Assignment {
  const phase = plan.benchmark.phases[phaseIndex];
  const { shards, segments } = plan.phases[phaseIndex];
  const segment = segments[segmentIndex];
  if (segment === undefined || shard < 0 || shard >= shards) {
    throw new RangeError(`phase ${phase.name} has no shard ${shard} in segment ${segmentIndex}`);
  }
  return {
    phase,
    phaseIndex,
    shard,
    shards,
    segment,
    seed: plan.seed,
    users: 'users' in phase.arrivals ? shareOf(phase.arrivals.users, shard, shards) : 0,
    maxSessions: Math.max(1, shareOf(phase.maxSessions, shard, shards)),
    targets: plan.benchmark.targets.map((target) => cutTarget(plan, phaseIndex, target, shard)),
    ergonomics: plan.benchmark.ergonomics,
  };
}

function cutTarget(plan: Plan, phase: number, target: Target, shard: number): ShardTarget {
  const cut = (total: number): number =>
    Math.max(1, shareOf(connectionsOf(plan, phase, total), shard, plan.phases[phase].shards));
  const max = cut(target.connections.max);
  return { ...target, shardConnections: { core: Math.min(max, cut(target.connections.core)), max } };
}

/** What a phase may use of a target's connections, over its shards: its part when all that may run beside it runs. */
export const connectionsOf = (plan: Plan, phase: number, total: number): number =>
  Math.floor(total / plan.concurrency[phase]);
