import type { PlanOutline } from '../../../lib/driver/conducting/burst-status.ts';
import { burstStores } from '../../stores.ts';

/** Cached plans of bursts. A plan never changes, and a client that follows a burst reads it repeatedly. */
const plans = new Map<string, Promise<PlanOutline>>();
const plansMax = 16;

/** The part of a burst's plan that users see. */
export function planOf(id: string): Promise<PlanOutline> {
  const known = plans.get(id);
  if (known) return known;
  const plan = burstStores().objects.outline(id);
  plan.catch(() => plans.delete(id));
  plans.set(id, plan);
  for (const oldest of plans.keys()) if (plans.size > plansMax) plans.delete(oldest);
  return plan;
}
