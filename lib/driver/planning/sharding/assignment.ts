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
import { workingLoops } from './thread-parts.ts';

/**
 * The work of one drive, computed from the plan alone, so that every machine gets the same result. Over all
 * shards of a phase, the users add up exactly. Sessions and connections add up exactly if there is at least
 * one for each shard.
 *
 * @throws DownpourError `PLAN_FORM` when another release made the plan, for example before a deployment.
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
    throw new RangeError(
      `a bug in Downpour: phase ${phase.name} has no shard ${shard} in segment ${segmentIndex}`,
    );
  }
  const { share, ...size } = sizeOf(planned, shard);
  return {
    phase,
    phaseIndex,
    shard,
    shards,
    segment,
    seed: plan.seed,
    ...size,
    ...(planned.threads === undefined ? {} : { loops: loopsOf(planned, shard) }),
    targets: plan.benchmark.targets.map((target) => cutTarget(target, planned, share)),
    ...(plan.benchmark.hotRod === undefined ? {} : { hotRod: plan.benchmark.hotRod }),
    ergonomics: plan.benchmark.ergonomics,
    ...(plan.guards === undefined ? {} : { guards: plan.guards }),
  };
}

/**
 * Rejects a plan of another format. Only drives check it, because only they read the parts that differ
 * between formats. So a burst with such a plan still ends and reports the reason.
 */
function judgeVersion({ version }: { readonly version: number }): void {
  if (version === planVersion) return;
  throw new DownpourError(
    'PLAN_FORM',
    500,
    `another release of Downpour made the plan of this burst: the plan has format ${version}, and this release needs format ${planVersion}; start the burst again`,
  );
}

/** The users, the sessions and the partitions of a shard. */
function sizeOf(planned: PlannedPhase, shard: number) {
  const { phase, shards, threads } = planned;
  const partitions = partitionsOf(planned, shard);
  const part = modelOf(phase.arrivals).alike ? { shard, shards, width: 1 } : partitions;
  const share = (total: number): number => shareOf(total, part.shard, part.shards, part.width);
  return {
    share,
    ...(threads === undefined ? {} : { partitions }),
    users: share(modelOf(phase.arrivals).users ?? 0),
    maxSessions: Math.max(1, share(phase.maxSessions)),
  };
}

/** The event loops that work for the phase: those of the shards before, and all. */
function loopsOf(planned: PlannedPhase, shard: number): NonNullable<Assignment['loops']> {
  const counts = Array.from({ length: planned.shards }, (_, each) =>
    workingLoops({ phase: planned.phase, ...sizeOf(planned, each) }),
  );
  const sum = (some: readonly number[]): number => some.reduce((total, each) => total + each, 0);
  return { before: sum(counts.slice(0, shard)), all: sum(counts) };
}

/**
 * The partitions of a shard, one for each of its threads. Users and connections are divided among all
 * partitions of a phase.
 */
function partitionsOf({ threads, shards }: PlannedPhase, shard: number): Partitions {
  if (threads === undefined) return { shard, shards, width: 1 };
  const sum = (some: readonly number[]): number => some.reduce((total, each) => total + each, 0);
  return { shard: sum(threads.slice(0, shard)), shards: sum(threads), width: threads[shard] ?? 1 };
}

/**
 * A target with a shard's share of its connections. A shard needs at least one connection. Spare connections
 * are divided like all others.
 */
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
 * The connections of a phase to a target, over all its shards. Phases that may run at the same time have
 * equal parts.
 */
export const connectionsOf = ({ concurrency }: PlannedPhase, total: number): number =>
  Math.floor(total / concurrency);
