import type { Random } from '../random.ts';
import type { Lane, Schedule } from './lane.ts';
import { inverseOf, type Pace } from './pace.ts';

/** Keeps the logarithm finite; a gap is at most 46 times the mean one. */
const uniformMin = 1e-20;

/**
 * Poisson arrivals by inversion: the integral of the shard's rate grows by -ln U from one user to the next, for a
 * constant rate and for a ramp alike. The shard's integral is the phase's divided by the number of shards.
 */
export function poisson(pace: Pace, durationMs: number, lane: Lane, random: Random): Schedule {
  const inverse = inverseOf(pace, durationMs);
  let integral = 0;
  let last = 0;
  const draw = (): number => {
    integral -= Math.log(Math.max(uniformMin, random.next()));
    // Two users of one nanosecond follow each other by one, so that times always grow.
    last = Math.max(last + 1, Math.ceil(inverse(integral * lane.shards)));
    return last;
  };
  const next = (): number => {
    while (last <= lane.endNs) {
      const due = draw();
      if (due > lane.endNs) break;
      if (due > lane.startNs) return due;
    }
    return Infinity;
  };
  return { next };
}
