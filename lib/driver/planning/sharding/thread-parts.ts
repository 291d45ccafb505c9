import { modelOf } from '../../arrivals/registry.ts';
import type { Assignment, Partitions, ShardTarget } from '../../model/plan.ts';
import { shareOf } from '../../schedule/share.ts';

/**
 * The number of event loops that work for a drive. There are never more loops than users or sessions, because
 * a loop without one would have no load to send.
 */
export function workingLoops({
  phase,
  users,
  maxSessions,
  partitions,
}: Pick<Assignment, 'phase' | 'users' | 'maxSessions' | 'partitions'>): number {
  const most = modelOf(phase.arrivals).users === undefined ? maxSessions : users;
  return Math.max(1, Math.min(partitions?.width ?? 1, most));
}

/**
 * Divides a drive's work into parts, one for each of its event loops. Together, the parts have all users,
 * sessions and arrivals of the drive exactly once.
 */
export function threadParts(assignment: Assignment): readonly Assignment[] {
  const { partitions } = assignment;
  const count = workingLoops(assignment);
  if (partitions === undefined || count === 1) return [assignment];
  return Array.from({ length: count }, (_, index) => partOf(assignment, partitions, index, count));
}

function partOf(assignment: Assignment, partitions: Partitions, index: number, count: number): Assignment {
  // The part of a total for this thread. Session number s belongs to the thread with the number s modulo
  // `count`.
  const share = (total: number): number => Math.ceil((total - index) / count);
  return {
    ...assignment,
    thread: { index, count },
    partitions: {
      ...partitions,
      shard: partitions.shard + Math.floor((index * partitions.width) / count),
      width: shareOf(partitions.width, index, count),
    },
    users: share(assignment.users),
    maxSessions: share(assignment.maxSessions),
    targets: assignment.targets.map((target) => cutTarget(target, share)),
  };
}

/**
 * A target with a thread's share of the connections. Each connection belongs to one event loop, and each
 * event loop needs at least one.
 */
function cutTarget(target: ShardTarget, share: (total: number) => number): ShardTarget {
  const { core, max, buffer } = target.shardConnections;
  const most = Math.max(1, share(max));
  const cut = (total: number): number => Math.min(most, Math.max(1, share(total)));
  return {
    ...target,
    shardConnections: { core: cut(core), max: most, buffer: buffer === 0 ? 0 : cut(buffer) },
  };
}
