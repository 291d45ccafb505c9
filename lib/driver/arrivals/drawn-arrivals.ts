import type { Assignment } from '../model/plan.ts';
import { type Random, randomFor } from '../random.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { modelOf } from './registry.ts';

/**
 * The random numbers of an assignment (the work of one drive) for one purpose. The same assignment always
 * gets the same numbers. The first thread gets the same numbers as a drive with a single thread.
 */
export function drawnFor({ seed, phase, shard, thread }: Assignment, purpose: string): Random {
  const own = thread === undefined || thread.index === 0 ? [] : [thread.index];
  return randomFor(seed, phase.name, shard, purpose, ...own);
}

/**
 * The arrivals of an assignment (the work of one drive). The same assignment always gets the same arrivals.
 * Undefined when all its users start at the beginning.
 */
export function arrivalsOf(assignment: Assignment): Schedule | undefined {
  const { phase, partitions } = assignment;
  const random = drawnFor(assignment, 'arrivals');
  return modelOf(phase.arrivals).schedule(phase.durationMs ?? 0, { ...assignment, ...partitions }, random);
}
