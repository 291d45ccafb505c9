import { modelOf, startsUsers } from '../arrivals/registry.ts';
import type { GraphPhase, Plan } from '../model/plan.ts';
import { plannedPhases } from './planned-phase.ts';

/** The phases of a plan for the conductor: their start conditions by index, and their known durations. */
export function graphOf(plan: Plan): readonly GraphPhase[] {
  const { phases } = plan.benchmark;
  const indexes = new Map(phases.map(({ name }, index) => [name, index]));
  const indexesOf = (names: readonly string[]): number[] => names.flatMap((name) => indexes.get(name) ?? []);
  return plannedPhases(plan).map(({ phase, shards, segments, afar }) => {
    const noop = !startsUsers(phase.arrivals);
    const durationMs = modelOf(phase.arrivals).knownDurationMs(phase.durationMs);
    return {
      name: phase.name,
      noop,
      startTimeMs: phase.startTimeMs,
      startAfter: indexesOf(phase.startAfter),
      startAfterStrict: indexesOf(phase.startAfterStrict),
      ...(phase.startWith === undefined
        ? {}
        : { startWith: { ...phase.startWith, phases: indexesOf(phase.startWith.phases) } }),
      covers: indexesOf(phase.covers ?? []),
      ...(durationMs === undefined ? {} : { durationMs }),
      shards,
      segments: segments.length,
      segmentMs: segments[0]?.endMs ?? 0,
      ...(afar === undefined ? {} : { afar }),
      ...(plan.fargate === undefined ? {} : { fargate: plan.fargate }),
    };
  });
}
