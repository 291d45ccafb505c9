import type { PhasePlan } from '../../model/plan.ts';
import { merging } from './limits.ts';

/** Identifies a drive of a phase. */
export type DriveId = { readonly shard: number; readonly segment: number };

/**
 * The number of groups in which the drives of a phase are merged first. 0 when the phase has so few drives
 * that it needs no groups. The number is about the number of drives in a group, so that both steps take about
 * the same time.
 */
export function groupsFor(drives: number): number {
  const { sourcesMax, groupsMin } = merging;
  if (drives <= sourcesMax) return 0;
  return Math.min(sourcesMax, Math.max(groupsMin, Math.ceil(Math.sqrt(drives))));
}

/**
 * The drives of a phase in the order of their segments. A group then has the seconds of few segments, and a
 * smaller result.
 */
export function drivesOf({ shards, segments }: Pick<PhasePlan, 'shards' | 'segments'>): readonly DriveId[] {
  return segments.flatMap(({ index }) =>
    Array.from({ length: shards }, (_, shard) => ({ shard, segment: index })),
  );
}

/** The drives of a group. Every drive is in one group. The sizes of groups differ by at most one drive. */
export function drivesOfGroup(
  plan: Pick<PhasePlan, 'shards' | 'segments'>,
  groups: number,
  group: number,
): readonly DriveId[] {
  const drives = drivesOf(plan);
  const begin = (of: number): number => Math.floor((drives.length * of) / groups);
  return drives.slice(begin(group), begin(group + 1));
}
