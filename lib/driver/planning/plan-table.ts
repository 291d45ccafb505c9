import { modelOf } from '../arrivals/registry.ts';
import type { Phase } from '../model/benchmark.ts';
import type { Plan } from '../model/plan.ts';
import { connectionsPerShard } from './checks/connections.ts';
import { plannedPhases } from './planned-phase.ts';
import { shardsByRegion } from './sharding/regions.ts';

/** A phase of a plan in words and numbers, for people. */
export type PlanRow = {
  readonly name: string;
  /** `100 users/s`, `10 to 100 users/s, even`, `25 users`; empty for noop. */
  readonly load: string;
  /**
   * `at once`, `after a`, `after the users of a`, `with a`, `2 s after the start of a`, `at 10 s`, joined by
   * commas.
   */
  readonly start: string;
  readonly durationMs?: number;
  readonly shards: number;
  readonly segments: number;
  /** Shards by region. `home` is the region of the deployment. Absent: all shards are at home. */
  readonly regions?: Readonly<Record<string, number>>;
  /** The connections of a shard to each target, of the shard with the largest share. */
  readonly connections: readonly { readonly target: string; readonly perShard: number }[];
  readonly expectedArrivals: number;
};

/** The table that `plan FILE` prints: how a benchmark will be cut, before anything is sent. */
export const planTable = (plan: Plan): readonly PlanRow[] =>
  plannedPhases(plan).map((planned) => {
    const { phase, name, shards, segments, afar, expectedArrivals } = planned;
    return {
      name,
      load: modelOf(phase.arrivals).description,
      start: startOf(phase),
      ...(phase.durationMs === undefined ? {} : { durationMs: phase.durationMs }),
      shards,
      segments: segments.length,
      ...(afar === undefined ? {} : { regions: shardsByRegion(planned) }),
      connections:
        shards === 0
          ? []
          : plan.benchmark.targets.map((target) => ({
              target: target.key,
              perShard: connectionsPerShard(target, planned),
            })),
      expectedArrivals,
    };
  });

function startOf(phase: Phase): string {
  const conditions = [
    ...(phase.startTimeMs > 0 ? [`at ${phase.startTimeMs / 1e3} s`] : []),
    ...phase.startAfter.map((name) => `after ${name}`),
    ...phase.startAfterStrict.map((name) => `after the users of ${name}`),
    ...startWithOf(phase),
  ];
  return conditions.length === 0 ? 'at once' : conditions.join(', ');
}

const startWithOf = ({ startWith }: Phase): readonly string[] =>
  (startWith?.phases ?? []).map((name) =>
    startWith?.delayMs ? `${startWith.delayMs / 1e3} s after the start of ${name}` : `with ${name}`,
  );
