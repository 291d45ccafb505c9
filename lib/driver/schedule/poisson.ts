import type { Random } from '../random.ts';
import { inverseOf, type LinearRate } from './linear-rate.ts';
import type { Schedule, ShardSlice } from './schedule.ts';

/** Keeps the logarithm finite; a gap is at most 46 times the mean one. */
const uniformMin = 1e-20;

/**
 * Poisson arrivals by inversion: the integral of the shard's rate grows by -ln U from one user to the next,
 * for a constant rate and for a ramp alike. The shard's integral is its part of the phase's: one of the
 * shards, or as many as it is wide.
 */
export function poisson(rate: LinearRate, durationMs: number, slice: ShardSlice, random: Random): Schedule {
  const inverse = inverseOf(rate, durationMs);
  const parts = slice.shards / (slice.width ?? 1);
  let integral = 0;
  let last = 0;
  const draw = (): number => {
    integral -= Math.log(Math.max(uniformMin, random.next()));
    // Two users of one nanosecond follow each other by one, so that times always grow.
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
