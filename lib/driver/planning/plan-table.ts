import type { Arrivals } from '../model/arrivals.ts';
import type { Phase } from '../model/benchmark.ts';
import type { Plan } from '../model/plan.ts';
import { connectionsOf } from './assignment.ts';

/** One phase of a plan in words and numbers, for people. */
export type PlanRow = {
  readonly name: string;
  readonly kind: Arrivals['kind'];
  /** `100 users/s`, `10 to 100 users/s, even`, `25 users`; empty for noop. */
  readonly load: string;
  /** `at once`, `after a`, `after the users of a`, `at 10 s`, joined by commas. */
  readonly start: string;
  readonly durationMs?: number;
  readonly shards: number;
  readonly segments: number;
  /** For each target the connections of one shard, the largest share. */
  readonly connections: readonly { readonly target: string; readonly perShard: number }[];
  readonly expectedArrivals: number;
};

/** The table that `plan FILE` prints: how a benchmark will be cut, before anything is sent. */
export const planTable = (plan: Plan): readonly PlanRow[] =>
  plan.phases.map(({ index, name, shards, segments, expectedArrivals }) => {
    const phase = plan.benchmark.phases[index];
    return {
      name,
      kind: phase.arrivals.kind,
      load: loadOf(phase.arrivals),
      start: startOf(phase),
      ...(phase.durationMs === undefined ? {} : { durationMs: phase.durationMs }),
      shards,
      segments: segments.length,
      connections: shards === 0 ? [] : connectionsPerShard(plan, index, shards),
      expectedArrivals,
    };
  });

const connectionsPerShard = (plan: Plan, phase: number, shards: number): PlanRow['connections'] =>
  plan.benchmark.targets.map(({ key, connections }) => ({
    target: key,
    perShard: Math.max(1, Math.ceil(connectionsOf(plan, phase, connections.max) / shards)),
  }));

function loadOf(arrivals: Arrivals): string {
  switch (arrivals.kind) {
    case 'noop':
      return '';
    case 'atOnce':
    case 'always':
      return `${arrivals.users} users`;
    case 'constantRate':
      return `${arrivals.usersPerSec} users/s${spacing(arrivals.variance)}`;
    case 'increasingRate':
    case 'decreasingRate':
      return `${arrivals.initialUsersPerSec} to ${arrivals.targetUsersPerSec} users/s${spacing(arrivals.variance)}`;
  }
}

const spacing = (variance: boolean): string => (variance ? '' : ', even');

function startOf(phase: Phase): string {
  const conditions = [
    ...(phase.startTimeMs > 0 ? [`at ${phase.startTimeMs / 1e3} s`] : []),
    ...phase.startAfter.map((name) => `after ${name}`),
    ...phase.startAfterStrict.map((name) => `after the users of ${name}`),
  ];
  return conditions.length === 0 ? 'at once' : conditions.join(', ');
}
