import type { Assignment, Plan } from '../../model/plan.ts';
import { pacing } from './limits.ts';

/**
 * The longest jitter (a delay that differs from drive to drive) in milliseconds, for this number of drives
 * that write at one instant. A table accepts a limited number of writes per second.
 */
export const jitterMs = (drives: number): number =>
  drives <= pacing.jitterDrivesMin
    ? 0
    : Math.min(Math.ceil(drives * pacing.jitterMsDrive), pacing.jitterMsMax);

/**
 * The jitter of one drive in milliseconds. Multiples of the golden ratio spread any number of drives evenly,
 * including the drives of concurrent phases.
 */
export function turnMs(
  { phaseIndex, shard, shards }: Pick<Assignment, 'phaseIndex' | 'shard' | 'shards'>,
  { concurrency }: Pick<Plan, 'concurrency'>,
): number {
  const concurrent = concurrency[phaseIndex] ?? 1;
  return (((phaseIndex * shards + shard) * goldenRatio) % 1) * jitterMs(concurrent * shards);
}

/**
 * Milliseconds that a drive waits before it takes its lease, so that thousands of drives do not write at one
 * instant. The drive has no plan yet. A shard number of a hundred or more shows that there are many drives.
 * The first hundred drives do not wait.
 */
export const leaseTurnMs = (shard: number): number =>
  shard < pacing.jitterDrivesMin ? 0 : ((shard * goldenRatio) % 1) * pacing.leaseJitterMs;

/**
 * The fractional parts of the multiples of this number are spread evenly from 0 to 1, in any range of
 * multiples.
 */
export const goldenRatio = 0.618;
