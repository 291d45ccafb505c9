import type { Plan } from '../../../lib/driver/model/plan.ts';
import { defaultCeilings } from '../../../lib/driver/planning/limits.ts';
import { type PlanOrder, preparePlan } from '../../../lib/driver/planning/prepare-plan.ts';

/** The plan of a document and its problems. `more` replaces options of the request. */
export const prepared = (text: string, more: Partial<PlanOrder> = {}): ReturnType<typeof preparePlan> =>
  preparePlan({
    burst: 'b1',
    text,
    file: 'f',
    parameters: {},
    seed: 1,
    plannedAt: 0,
    segmentMsMax: 60_000,
    limits: defaultCeilings,
    allowList: { allowed: ['*'], onLambda: false },
    ...more,
  });

/** The plan of a document without errors. */
export function planned(text: string, more: Partial<PlanOrder> = {}): Plan {
  const { plan, problems } = prepared(text, more);
  if (plan === undefined) throw new Error(JSON.stringify(problems));
  return plan;
}
