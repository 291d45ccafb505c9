import type { PhasePlan, Plan } from '../model/plan.ts';

/**
 * The plan of one phase.
 * @throws RangeError for an index that the plan does not have.
 */
export function phasePlanAt({ phases }: Pick<Plan, 'phases'>, index: number): PhasePlan {
  const phase = phases[index];
  if (phase === undefined)
    throw new RangeError(`a bug in Downpour: the plan of the burst has no phase with the index ${index}`);
  return phase;
}
