import type { Assignment } from '../model/plan.ts';
import { type Random, randomFor } from '../random.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { modelOf } from './registry.ts';

/**
 * A stream of random numbers for one purpose of an assignment. The same assignment always gets the same
 * numbers. The first thread gets the numbers that a single thread would get.
 */
export function drawnFor({ seed, phase, shard, thread }: Assignment, purpose: string): Random {
  const own = thread === undefined || thread.index === 0 ? [] : [thread.index];
  return randomFor(seed, phase.name, shard, purpose, ...own);
}

/**
 * The arrivals of an assignment. The same assignment always gives the same arrivals. Undefined when all its
 * users are there at the start.
 */
export function arrivalsOf(assignment: Assignment): Schedule | undefined {
  const { phase, partitions } = assignment;
  const random = drawnFor(assignment, 'arrivals');
  return modelOf(phase.arrivals).schedule(phase.durationMs ?? 0, { ...assignment, ...partitions }, random);
}
