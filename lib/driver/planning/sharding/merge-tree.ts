import type { PhasePlan } from '../../model/plan.ts';
import { merging } from './limits.ts';

/** A drive of a phase. */
export type DriveId = { readonly shard: number; readonly segment: number };

/**
 * How many groups the drives of a phase are merged in before the groups are; 0: so few drives need none.
 * About as many groups as each has drives, so that neither of the two steps is much longer than the other.
 */
export function groupsFor(drives: number): number {
  const { sourcesMax, groupsMin } = merging;
  if (drives <= sourcesMax) return 0;
  return Math.min(sourcesMax, Math.max(groupsMin, Math.ceil(Math.sqrt(drives))));
}

/** Segment by segment: a group then has the seconds of few segments, and less to hand on. */
export function drivesOf({ shards, segments }: Pick<PhasePlan, 'shards' | 'segments'>): readonly DriveId[] {
  return segments.flatMap(({ index }) =>
    Array.from({ length: shards }, (_, shard) => ({ shard, segment: index })),
  );
}

/**
 * The drives of one of so many groups. Every drive is in one group, and groups differ by one drive at most.
 */
export function drivesOfGroup(
  plan: Pick<PhasePlan, 'shards' | 'segments'>,
  groups: number,
  group: number,
): readonly DriveId[] {
  const drives = drivesOf(plan);
  const begin = (of: number): number => Math.floor((drives.length * of) / groups);
  return drives.slice(begin(group), begin(group + 1));
}
