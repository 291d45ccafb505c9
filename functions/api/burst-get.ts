import type { BurstSeconds, BurstStatus } from '../../lib/api.generated.ts';
import { costSoFar } from '../../lib/driver/conducting/accrued-cost.ts';
import { burstStatus } from '../../lib/driver/conducting/burst-status.ts';
import { onLambda } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { planOf } from './bursts/cached-plans.ts';
import { watching } from './bursts/limits.ts';
import { liveView } from './bursts/live-view.ts';
import { secondsPage } from './bursts/seconds-page.ts';
import { visibleBurst } from './bursts/visible-burst.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/burst/{id}': operation('burst-get', async ({ path, query, caller, now }) => {
    const { bursts } = burstStores();
    const record = await visibleBurst(bursts, caller, path.id);
    const { id, benchmark, state, user, createdAt, endedAt, runId, reason } = record;
    if (query.holdS !== undefined && record.user === caller.user && endedAt === undefined)
      await bursts.hold(id, now + query.holdS * 1000);
    const conductor = (await bursts.conductor(id, false))?.state;
    const known = {
      ...{ id, benchmark, test: benchmark, state, user, createdAt, endedAt, runId, reason },
      ...waitOf(endedAt, now),
    };
    if (conductor === undefined) return json({ ...known, phases: [] } satisfies BurstStatus);
    const plan = await planOf(id);
    const at = seenAt(endedAt, now);
    const snapshot = await liveView(bursts, { id, endedAt }, conductor, plan, at);
    const phases = burstStatus(plan, conductor, snapshot, { now: at, endedAt });
    const cost = costSoFar(conductor, phases, plan.dollars, endedAt ?? now, onLambda());
    const { shards, targets } = plan;
    const planned = { shards, ...(targets === undefined ? {} : { targets: [...targets] }) };
    const status: BurstStatus = { ...known, ...planned, startedAt: conductor.origin, cost, phases };
    return json(status);
  }),

  'GET /api/burst/{id}/seconds': operation('burst-seconds', async ({ path, query, caller, now }) => {
    const { bursts } = burstStores();
    const { id, state, endedAt } = await visibleBurst(bursts, caller, path.id);
    const { after = 0 } = query;
    const conductor = (await bursts.conductor(id, false))?.state;
    const known = { id, state, ...waitOf(endedAt, now) };
    if (conductor === undefined)
      return json({ ...known, phases: [], next: after, more: false } satisfies BurstSeconds);
    const outline = await planOf(id);
    const at = seenAt(endedAt, now);
    const snapshot = await liveView(bursts, { id, endedAt }, conductor, outline, at);
    const when = { after, now: at, ...(endedAt === undefined ? {} : { endedAt }) };
    const page = await secondsPage(bursts, id, { conductor, outline, snapshot }, when);
    return json({ ...known, ...page } satisfies BurstSeconds);
  }),
});

/** The milliseconds until a client should ask again. The last reports come some seconds after the end. */
const waitOf = (endedAt: number | undefined, now: number): { readonly nextMs?: number } =>
  endedAt !== undefined && now > endedAt + watching.settlingMs ? {} : { nextMs: watching.nextMs };

/**
 * The time for which the state of a burst is shown: now, or its end if that is later. When the wall clock is
 * set back after a burst, `now` may be before the burst's phases.
 */
const seenAt = (endedAt: number | undefined, now: number): number => Math.max(now, endedAt ?? now);
