import { neededFor, nextSnapshot, type Snapshot, staleMs } from '../../../lib/driver/conducting/snapshot.ts';
import type { ConductorState } from '../../../lib/driver/conducting/state.ts';
import type { Bursts } from '../../../lib/store/bursts.ts';
import { watching } from './limits.ts';

/**
 * A summary of the reports of a burst's drives. One of its watchers makes the next snapshot when the last one
 * is old, so the reports are read once a second for any number of watchers.
 */
export async function liveView(
  bursts: Bursts,
  { id, endedAt = Infinity }: { readonly id: string; readonly endedAt?: number },
  conductor: ConductorState,
  now: number,
): Promise<Snapshot | undefined> {
  // Before the first start there are no reports.
  if (!conductor.phases.some(({ t0 = Infinity }) => t0 <= now)) return undefined;
  const last = await bursts.snapshot(id);
  const needed = neededFor(last, conductor, now);
  const at = last?.at ?? Number.NEGATIVE_INFINITY;
  const isFinal = at > endedAt + watching.settlingMs;
  if (needed.length === 0 || isFinal || now - at < staleMs(needed)) return last;
  const until = now + watching.leaseMs;
  if (!(await bursts.leaseSnapshot(id, last?.at, until))) return last;
  const read = await Promise.all(
    needed.map(async (each) => ({ ...each, reports: await bursts.lives(id, each) })),
  );
  const next = nextSnapshot(last, conductor, read, now);
  await bursts.putSnapshot(id, next, until);
  return next;
}
