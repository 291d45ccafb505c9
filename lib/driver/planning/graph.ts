import type { GraphPhase } from '../conducting/state.ts';
import type { Plan } from '../model/plan.ts';

/** The phases as the conductor sees them: conditions by index, and how long each is known to take. */
export function graphOf(plan: Plan): readonly GraphPhase[] {
  const { phases } = plan.benchmark;
  const indexes = new Map(phases.map(({ name }, index) => [name, index]));
  const indexesOf = (names: readonly string[]): number[] => names.flatMap((name) => indexes.get(name) ?? []);
  return phases.map((phase, index) => {
    const { shards, segments } = plan.phases[index];
    const noop = phase.arrivals.kind === 'noop';
    return {
      name: phase.name,
      noop,
      startTimeMs: phase.startTimeMs,
      startAfter: indexesOf(phase.startAfter),
      startAfterStrict: indexesOf(phase.startAfterStrict),
      covers: noop ? indexesOf(phase.startAfter.filter((name) => name.startsWith(`${phase.name}/`))) : [],
      ...durationOf(noop, phase.arrivals.kind === 'atOnce', phase.durationMs),
      shards,
      segments: segments.length,
      segmentMs: segments[0]?.endMs ?? 0,
    };
  });
}

/** `atOnce` finishes when its users have started, whatever its duration says; only its drives know when that is. */
function durationOf(noop: boolean, atOnce: boolean, durationMs: number | undefined): { durationMs?: number } {
  if (noop) return { durationMs: durationMs ?? 0 };
  return durationMs === undefined || atOnce ? {} : { durationMs };
}
