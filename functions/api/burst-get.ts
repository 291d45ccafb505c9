import type { BurstStatus } from '../../lib/api.generated.ts';
import { costSoFar } from '../../lib/driver/conducting/accrued-cost.ts';
import { burstStatus, type PlanOutline } from '../../lib/driver/conducting/burst-status.ts';
import { onLambda } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { liveView } from './bursts/live-view.ts';
import { visibleBurst } from './bursts/visible-burst.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

/** Cached plans. They never change, and a client that follows a burst reads the same one repeatedly. */
const plans = new Map<string, Promise<PlanOutline>>();
const plansMax = 16;

function planOf(id: string): Promise<PlanOutline> {
  const known = plans.get(id);
  if (known) return known;
  const plan = burstStores().objects.outline(id);
  plan.catch(() => plans.delete(id));
  plans.set(id, plan);
  for (const oldest of plans.keys()) if (plans.size > plansMax) plans.delete(oldest);
  return plan;
}

export const handler = operation('burst-get', async ({ path, query, caller, now }) => {
  const { bursts } = burstStores();
  const record = await visibleBurst(bursts, caller, path.id);
  const { id, benchmark, state, user, createdAt, endedAt, runId, reason } = record;
  if (query.holdS !== undefined && record.user === caller.user && endedAt === undefined)
    await bursts.hold(id, now + query.holdS * 1000);
  const conductor = (await bursts.conductor(id, false))?.state;
  const known = { id, benchmark, test: benchmark, state, user, createdAt, endedAt, runId, reason };
  if (conductor === undefined) return json({ ...known, phases: [] } satisfies BurstStatus);
  const [plan, snapshot] = await Promise.all([planOf(id), liveView(bursts, { id, endedAt }, conductor, now)]);
  const phases = burstStatus(plan, conductor, snapshot, { now, endedAt });
  const cost = costSoFar(conductor, phases, plan.dollars, endedAt ?? now, onLambda());
  const status: BurstStatus = { ...known, startedAt: conductor.origin, cost, phases };
  return json(status);
});
