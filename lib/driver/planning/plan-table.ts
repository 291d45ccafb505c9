import { modelOf } from '../arrivals/registry.ts';
import type { Phase } from '../model/benchmark.ts';
import type { Plan } from '../model/plan.ts';
import type { LinearRate } from '../schedule/linear-rate.ts';
import { connectionsPerShard } from './checks/connections.ts';
import { timesOf } from './checks/phase-times.ts';
import { plannedPhases } from './planned-phase.ts';
import { shardsByRegion } from './sharding/regions.ts';

/** A phase of a plan in words and numbers, as the table for people shows it. */
export type PlanRow = {
  readonly name: string;
  /** The load: `100 users/s`, `10 to 100 users/s, evenly spaced` or `25 users`. Empty for a noop. */
  readonly load: string;
  /**
   * The start conditions, with commas between them: `at once`, `after a`, `after the users of a`, `with a`,
   * `2 s after the start of a`, `at 10 s`.
   */
  readonly start: string;
  /** The earliest start of the phase in milliseconds after the start of the first phase. */
  readonly startMs: number;
  readonly durationMs?: number;
  /** The users who arrive per second at the start and at the end. Absent: users do not arrive at a rate. */
  readonly usersPerSec?: LinearRate;
  readonly shards: number;
  readonly segments: number;
  /**
   * The number of shards by region. `home` is the region of the deployment. Absent: all shards are in the
   * home region.
   */
  readonly regions?: Readonly<Record<string, number>>;
  /** The number of connections to each target, for the shard that has most. */
  readonly connections: readonly { readonly target: string; readonly perShard: number }[];
  readonly expectedArrivals: number;
};

/** The table that `plan FILE` prints. It shows the division of the load before anything is sent. */
export function planTable(plan: Plan): readonly PlanRow[] {
  const times = timesOf(plan.benchmark.phases);
  return plannedPhases(plan).map((planned) => {
    const { phase, name, shards, segments, afar, expectedArrivals } = planned;
    const { description, rate } = modelOf(phase.arrivals);
    return {
      name,
      load: description,
      start: startOf(phase),
      startMs: times.get(name)?.startMs ?? 0,
      ...(rate === undefined ? {} : { usersPerSec: rate }),
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
}

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
