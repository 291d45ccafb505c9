import type { Random } from '../random.ts';
import { inverseOf, type LinearRate } from './linear-rate.ts';
import type { Schedule, ShardSlice } from './schedule.ts';

/**
 * The smallest random number U. It keeps the logarithm of U finite, so a gap between users is at most 46
 * times the mean gap.
 */
const uniformMin = 1e-20;

/**
 * Random (Poisson) arrivals by inversion: from one user to the next, the integral of the shard's rate grows
 * by -ln U, where U is a random number. This holds for a constant rate and for a ramp. The shard's rate is
 * the phase's rate divided by the number of shards, times the shard's width.
 */
export function poisson(rate: LinearRate, durationMs: number, slice: ShardSlice, random: Random): Schedule {
  const inverse = inverseOf(rate, durationMs);
  const parts = slice.shards / (slice.width ?? 1);
  let integral = 0;
  let last = 0;
  const draw = (): number => {
    integral -= Math.log(Math.max(uniformMin, random.next()));
    // If two users would arrive in the same nanosecond, the second comes a nanosecond later, so that times
    // always grow.
    last = Math.max(last + 1, Math.ceil(inverse(integral * parts)));
    return last;
  };
  const next = (): number => {
    while (last <= slice.endNs) {
      const due = draw();
      if (due > slice.endNs) break;
      if (due > slice.startNs) return due;
    }
    return Infinity;
  };
  return { next };
}
