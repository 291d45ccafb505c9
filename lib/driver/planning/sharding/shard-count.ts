import { modelOf } from '../../arrivals/registry.ts';
import type { Benchmark, Phase } from '../../model/benchmark.ts';
import {
  peakRequestsPerSec,
  peakUsersPerSec,
  type ShardPower,
  trustedRequestsPerSec,
  usersAtOnce,
} from '../demand.ts';

/**
 * The number of shards that the largest phase needs for its peak request rate and for its concurrent users.
 * At least 1.
 */
export const shardsNeeded = (
  { phases, threads, targets }: Benchmark,
  power: ShardPower,
  usersMax: number,
): number =>
  Math.max(
    1,
    ...phases.map((phase) =>
      Math.ceil(
        Math.max(
          peakRequestsPerSec(phase) / trustedRequestsPerSec(threads, { targets }, power),
          usersAtOnce(phase) / usersMax,
        ),
      ),
    ),
  );

/**
 * The most shards that a phase can have. Every shard has at least one user to start, and a session for that
 * user.
 */
export function mostShards(phase: Phase): number {
  const { users, expectedUsers } = modelOf(phase.arrivals);
  return (
    users ??
    Math.ceil(Math.min(phase.maxSessions, peakUsersPerSec(phase), expectedUsers(phase.durationMs ?? 0)))
  );
}
