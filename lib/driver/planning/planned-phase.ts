import type { Phase } from '../model/benchmark.ts';
import type { PhasePlan, Plan } from '../model/plan.ts';

/** A phase of the document together with its part of the plan. */
export type PlannedPhase = PhasePlan & {
  readonly phase: Phase;
  /** The most phases, including this one, that have users at work at the same time as this phase. */
  readonly concurrency: number;
};

/**
 * The phase with this index and its part of the plan.
 * @throws RangeError when the plan has no such phase.
 */
export function plannedPhase(plan: Plan, index: number): PlannedPhase {
  const [phase, cut, concurrency] = [
    plan.benchmark.phases[index],
    plan.phases[index],
    plan.concurrency[index],
  ];
  if (phase === undefined || cut === undefined || concurrency === undefined)
    throw new RangeError(
      `a bug in Downpour: the plan of burst ${plan.burst} has no phase with the index ${index}`,
    );
  return { ...cut, phase, concurrency };
}

export const plannedPhases = (plan: Plan): readonly PlannedPhase[] =>
  plan.phases.map(({ index }) => plannedPhase(plan, index));
