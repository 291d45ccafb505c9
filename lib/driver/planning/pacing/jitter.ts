import type { Assignment, Plan } from '../../model/plan.ts';
import { pacing } from './limits.ts';

/**
 * Over so many milliseconds drives spread what they all do at one instant: a table takes only so many writes
 * a second.
 */
export const jitterMs = (drives: number): number =>
  drives <= pacing.jitterDrivesMin
    ? 0
    : Math.min(Math.ceil(drives * pacing.jitterMsDrive), pacing.jitterMsMax);

/**
 * How long this drive waits for its turn then. The golden ratio spreads any number of drives evenly, those of
 * phases side by side among each other.
 */
export function turnMs(
  { phaseIndex, shard, shards }: Pick<Assignment, 'phaseIndex' | 'shard' | 'shards'>,
  { concurrency }: Pick<Plan, 'concurrency'>,
): number {
  const beside = concurrency[phaseIndex] ?? 1;
  return (((phaseIndex * shards + shard) * goldenRatio) % 1) * jitterMs(beside * shards);
}

/**
 * How long a drive waits with its lease. It has no plan yet: a number of a hundred or more tells that there
 * are many. The first hundred wait for nobody.
 */
export const leaseTurnMs = (shard: number): number =>
  shard < pacing.jitterDrivesMin ? 0 : ((shard * goldenRatio) % 1) * pacing.leaseJitterMs;

/** Any stretch of its multiples falls evenly between two whole numbers. */
export const goldenRatio = 0.618;
