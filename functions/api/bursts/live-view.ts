import { neededFor, nextSnapshot, type Snapshot, staleMs } from '../../../lib/driver/conducting/snapshot.ts';
import type { ConductorState } from '../../../lib/driver/conducting/state.ts';
import { watching } from '../../../lib/driver/limits.ts';
import type { Bursts } from '../../../lib/store/bursts.ts';

/**
 * What the drives of a burst reported, all together. Of all who watch, one makes the next snapshot when the last one is
 * old; however many they are, the drives' reports are read once a second.
 */
export async function liveView(
  bursts: Bursts,
  { id, endedAt = Infinity }: { readonly id: string; readonly endedAt?: number },
  conductor: ConductorState,
  now: number,
): Promise<Snapshot | undefined> {
  // Before the first start there is nothing to see.
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
