import type { PhasePlan } from '../../model/plan.ts';
import { merging } from './limits.ts';

/** Identifies a drive of a phase. */
export type DriveId = { readonly shard: number; readonly segment: number };

/**
 * The number of groups whose partials functions merge first, in parallel. 0 when the phase has so few drives
 * that it needs no groups. There are about as many groups as drives in a group, so that both steps of the
 * merge take about the same time.
 */
export function groupsFor(drives: number): number {
  const { sourcesMax, groupsMin } = merging;
  if (drives <= sourcesMax) return 0;
  return Math.min(sourcesMax, Math.max(groupsMin, Math.ceil(Math.sqrt(drives))));
}

/**
 * The drives of a phase in the order of their segments. Each group of them then covers few segments, so its
 * merged result has fewer seconds and is smaller.
 */
export function drivesOf({ shards, segments }: Pick<PhasePlan, 'shards' | 'segments'>): readonly DriveId[] {
  return segments.flatMap(({ index }) =>
    Array.from({ length: shards }, (_, shard) => ({ shard, segment: index })),
  );
}

/**
 * The drives of one group. Every drive is in exactly one group. The sizes of groups differ by at most one
 * drive.
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
