import type { Arrivals } from '../model/arrivals.ts';
import type { Segment } from '../model/plan.ts';
import type { Random } from '../random.ts';
import { evenConstant, evenRamp } from './even.ts';
import type { Schedule } from './lane.ts';
import { evenArrivals, meanArrivals, nanoseconds, paceOf } from './pace.ts';
import { poisson } from './poisson.ts';

export type { Schedule } from './lane.ts';

/**
 * The arrivals of an open-model phase that one drive owns (reference section 5.3; design section 3, "Shares are exact").
 *
 * Even arrivals: the i-th user of the phase (i = 1, 2, ...) comes at ceil(10^9 i / rate), or where the integral of a
 * ramp reaches i, and belongs to shard (i - 1) mod shards: all shards and segments together are the plan, once.
 * With `variance`: every shard is a Poisson process of its own at rate / shards, and their superposition is one at the
 * full rate. Pass a fresh stream of (seed, phase, shard) for every segment: a later segment draws the same sequence
 * from the start and skips what earlier ones have sent, so that segments cut one sequence and never overlap.
 *
 * Kinds without a rate (noop, atOnce, always) have no arrivals here: their users are there at T0.
 */
export function scheduleOf(
  arrivals: Arrivals,
  durationMs: number,
  shard: number,
  shards: number,
  segment: Pick<Segment, 'startMs' | 'endMs'>,
  random: Random,
): Schedule {
  const pace = paceOf(arrivals);
  if (pace === undefined || pace.initial + pace.target <= 0) return nobody;
  const lane = {
    shard,
    shards,
    startNs: Number(nanoseconds(segment.startMs)),
    endNs: Number(nanoseconds(Math.min(segment.endMs, durationMs))),
  };
  if ('variance' in arrivals && arrivals.variance) return poisson(pace, durationMs, lane, random);
  return pace.initial === pace.target ? evenConstant(pace.initial, lane) : evenRamp(pace, durationMs, lane);
}

/** Users of a phase over all shards when that is known beforehand: not for Poisson arrivals and not for `always`. */
export function plannedArrivals(arrivals: Arrivals, durationMs = 0): number | undefined {
  if (arrivals.kind === 'noop') return 0;
  if (arrivals.kind === 'atOnce') return arrivals.users;
  const pace = paceOf(arrivals);
  if (pace === undefined || ('variance' in arrivals && arrivals.variance)) return undefined;
  return evenArrivals(pace, durationMs);
}

/** Mean number of arrivals over all shards; the number of users for the closed kinds. For people and estimates. */
export function expectedArrivals(arrivals: Arrivals, durationMs = 0): number {
  if (arrivals.kind === 'noop') return 0;
  const pace = paceOf(arrivals);
  if (pace !== undefined) return meanArrivals(pace, durationMs);
  return 'users' in arrivals ? arrivals.users : 0;
}

const nobody: Schedule = { next: () => Infinity };
