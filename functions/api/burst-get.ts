import type { BurstStatus } from '../../lib/api.generated.ts';
import { burstStatus } from '../../lib/driver/burst-status.ts';
import { burstStores } from '../driver/stores.ts';
import { door, json } from './door.ts';
import { visibleBurst } from './visible-burst.ts';

export const handler = door('burst-get', async ({ path, caller, now }) => {
  const { bursts, objects } = burstStores();
  const { id, benchmark, state, endedAt, runId, reason } = await visibleBurst(bursts, caller, path.id);
  const conductor = await bursts.conductor(id);
  const known = { id, benchmark, state, endedAt, runId, reason };
  if (conductor === undefined) return json({ ...known, phases: [] } satisfies BurstStatus);
  const [plan, lives] = await Promise.all([objects.plan(id), bursts.lives(id)]);
  const status: BurstStatus = {
    ...known,
    startedAt: conductor.origin,
    phases: burstStatus(plan, conductor, lives, now),
  };
  return json(status);
});
