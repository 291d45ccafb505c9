import type { PlanOutline } from '../../../lib/driver/conducting/burst-status.ts';
import {
  type Needed,
  neededFor,
  nextSnapshot,
  recentsMs,
  type Snapshot,
  staleMs,
} from '../../../lib/driver/conducting/live-snapshot.ts';
import type { ConductorState } from '../../../lib/driver/conducting/state.ts';
import { limitsSoFar } from '../../../lib/driver/judging/limits-so-far.ts';
import { recents } from '../../../lib/driver/progress/limits.ts';
import type { Recent } from '../../../lib/driver/progress/recent.ts';
import {
  type KeptSecond,
  mergeRecents,
  minuteOf,
  withSeconds,
} from '../../../lib/driver/progress/seconds.ts';
import type { Bursts } from '../../../lib/store/bursts.ts';
import { watching } from './limits.ts';

/**
 * Returns a summary of the reports of a burst's drives. When the last snapshot is old, one watcher makes the
 * next one. So the reports are read equally often for any number of watchers, and less often for many drives.
 * This watcher also stores the seconds of the phases.
 */
export async function liveView(
  bursts: Bursts,
  { id, endedAt = Infinity }: { readonly id: string; readonly endedAt?: number },
  conductor: ConductorState,
  outline: Pick<PlanOutline, 'phases'>,
  now: number,
): Promise<Snapshot | undefined> {
  // Without a phase that has started, no drive has reported anything.
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
  const next = await withRecents(bursts, id, outline, needed, last, nextSnapshot(last, conductor, read, now));
  await bursts.putSnapshot(id, next, until);
  return next;
}

/**
 * Stores the seconds of the phases from the reports of a snapshot. Every few seconds, and at the end of a
 * phase, the last seconds of the drives fill the gaps, and limits are computed.
 */
async function withRecents(
  bursts: Bursts,
  id: string,
  outline: Pick<PlanOutline, 'phases'>,
  needed: readonly Needed[],
  last: Snapshot | undefined,
  next: Snapshot,
): Promise<Snapshot> {
  const { recentsAt = Number.NEGATIVE_INFINITY } = last ?? {};
  const areDue = next.at - recentsAt >= recentsMs(needed);
  const phases = await Promise.all(
    needed.map(async (each) => {
      const snapshot = next.phases[each.phase];
      const drives = areDue || snapshot?.closed ? await recentsOf(bursts, id, each) : undefined;
      const { live } = snapshot ?? {};
      const own = live === undefined ? [] : [each.shards === 1 ? { ...live, exact: true as const } : live];
      await keep(bursts, id, each.phase, [...(drives?.seconds ?? []), ...own]);
      const { limits: written } = outline.phases[each.phase] ?? {};
      if (snapshot === undefined || drives?.metrics === undefined || written === undefined) return [];
      return [[String(each.phase), { ...snapshot, limits: limitsSoFar(written, drives.metrics) }] as const];
    }),
  );
  const known = areDue ? next.at : last?.recentsAt;
  return {
    ...next,
    ...(known === undefined ? {} : { recentsAt: known }),
    phases: { ...next.phases, ...Object.fromEntries(phases.flat()) },
  };
}

/**
 * The complete seconds of a phase, and the metrics of all of its drives so far. The metrics are undefined for
 * a phase with too many drives.
 */
async function recentsOf(
  bursts: Bursts,
  id: string,
  { phase, shards, from }: Needed,
): Promise<{ readonly seconds: readonly KeptSecond[]; readonly metrics?: readonly Metrics[] }> {
  const isBounded = shards * (from + 1) <= recents.drivesMax;
  // The last seconds of a segment may arrive while the next segment runs, so the previous segment is read
  // too.
  const first = Math.max(0, from - 1);
  const all = await bursts.recents(id, { phase, shards, from: isBounded ? 0 : first });
  const drives = all.filter(({ segment }) => segment >= first).map(({ recent }) => recent);
  return {
    seconds: mergeRecents(drives, shards),
    ...(isBounded ? { metrics: all.map(({ recent }) => recent.metrics ?? []) } : {}),
  };
}

type Metrics = NonNullable<Recent['metrics']>;

/** Stores seconds in records of one minute each. Without new seconds, nothing is written. */
async function keep(
  bursts: Bursts,
  id: string,
  phase: number,
  seconds: readonly KeptSecond[],
): Promise<void> {
  const minutes = Map.groupBy(seconds, ({ second }) => minuteOf(second));
  await Promise.all(
    [...minutes].map(async ([minute, own]) => {
      const known = await bursts.minute(id, phase, minute);
      const all = withSeconds(known, own);
      if (all !== known) await bursts.putMinute(id, phase, minute, all);
    }),
  );
}
