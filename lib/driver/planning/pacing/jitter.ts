import type { Assignment, Plan } from '../../model/plan.ts';
import { pacing } from './limits.ts';

/**
 * Jitter in milliseconds of this number of drives that write at one instant, because a table accepts a
 * limited number of writes a second.
 */
export const jitterMs = (drives: number): number =>
  drives <= pacing.jitterDrivesMin
    ? 0
    : Math.min(Math.ceil(drives * pacing.jitterMsDrive), pacing.jitterMsMax);

/**
 * Jitter of this drive. The golden ratio spreads any number of drives evenly, with those of concurrent
 * phases.
 */
export function turnMs(
  { phaseIndex, shard, shards }: Pick<Assignment, 'phaseIndex' | 'shard' | 'shards'>,
  { concurrency }: Pick<Plan, 'concurrency'>,
): number {
  const concurrent = concurrency[phaseIndex] ?? 1;
  return (((phaseIndex * shards + shard) * goldenRatio) % 1) * jitterMs(concurrent * shards);
}

/**
 * Jitter of a drive before it takes its lease. The drive has no plan yet; a shard number of a hundred or more
 * shows that there are many drives. The first hundred drives do not wait.
 */
export const leaseTurnMs = (shard: number): number =>
  shard < pacing.jitterDrivesMin ? 0 : ((shard * goldenRatio) % 1) * pacing.leaseJitterMs;

/** The multiples of the golden ratio fall evenly between two whole numbers, in any range of multiples. */
export const goldenRatio = 0.618;
