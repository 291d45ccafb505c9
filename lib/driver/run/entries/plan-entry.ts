import { definitionOf } from '../../benchmark/definition-hash.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { PhasePlan, Plan } from '../../model/plan.ts';

/** The plan of the run as far as a report needs it: shards, targets, and each phase over all shards. */
export function planEntry(plan: Plan) {
  const { benchmark } = plan;
  return {
    shards: plan.shards,
    agents: benchmark.agents.length,
    threads: benchmark.threads,
    failurePolicy: benchmark.failurePolicy,
    definition: definitionOf(benchmark, plan.files),
    plannedAt: plan.plannedAt,
    targets: benchmark.targets.map(({ key, protocol, host, port, connections, pipeliningLimit }) => {
      return { key, protocol, host, port, connections, pipeliningLimit };
    }),
    phases: plan.phases.map((each, index) => plannedPhaseEntry(each, benchmark.phases[index])),
  };
}

function plannedPhaseEntry(
  { name, shards, segments, plannedArrivals, expectedArrivals }: PhasePlan,
  phase?: Phase,
) {
  return {
    name,
    arrivals: phase?.arrivals,
    durationMs: phase?.durationMs ?? null,
    maxDurationMs: phase?.maxDurationMs ?? null,
    maxSessions: phase?.maxSessions ?? null,
    maxSessionsGiven: phase?.maxSessionsGiven === true,
    shards,
    segments: segments.length,
    plannedArrivals: plannedArrivals ?? null,
    expectedArrivals,
  };
}
