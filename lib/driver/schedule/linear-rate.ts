import { rateOf } from './rate.ts';

/** The rate of an open-model phase in users per second: a straight line from T0 to the end of the duration. */
export type LinearRate = { readonly initial: number; readonly target: number };

/** A ramp flatter than this is a constant rate; the root of its quadratic would divide by nearly nothing. */
const flatUsersPerSec = 1e-6;

/** Without a slope that is too small to divide by. */
export const flattened = ({ initial, target }: LinearRate): LinearRate =>
  Math.abs(target - initial) < flatUsersPerSec ? { initial, target: initial } : { initial, target };

/** Users that arrive over a duration, as a mean: the integral of the rate. */
export function meanArrivals(rate: LinearRate, durationMs: number): number {
  return ((rate.initial + rate.target) / 2) * (durationMs / 1e3);
}

/** Even arrivals over a duration, exactly: those with the integral of the rate at a whole number, the end included. */
export function evenArrivals(rate: LinearRate, durationMs: number): number {
  const initial = rateOf(rate.initial);
  const target = rateOf(rate.target);
  const twiceUsers = initial.users * target.seconds + target.users * initial.seconds;
  return Number(
    (twiceUsers * nanoseconds(durationMs)) / (2n * initial.seconds * target.seconds * 1_000_000_000n),
  );
}

/**
 * Nanoseconds since T0 at which the integral of the rate reaches a number of arrivals; Infinity when it never does.
 *
 * With rate r0 + a t and a = (r1 - r0) / T the integral is r0 t + a t^2 / 2 = n. Its positive root is written as
 * t = 2n / (r0 + sqrt(r0^2 + 2 a n)), which subtracts nothing and stays right for a near 0 and r0 = 0. A falling ramp
 * takes the same discriminant from the other end, r1^2 + 2 |a| (N - n), for the same reason.
 *
 * Right to the nanosecond for phases of hours: a double resolves 2 ps at 4 h.
 */
export function inverseOf(rate: LinearRate, durationMs: number): (arrivals: number) => number {
  const { initial, target } = rate;
  if (initial === target) return (arrivals) => (arrivals / initial) * 1e9;
  const total = meanArrivals(rate, durationMs);
  const slope = (target - initial) / (durationMs / 1e3);
  return (arrivals) => {
    if (arrivals > total) return Infinity;
    const squared =
      slope > 0 ? initial ** 2 + 2 * slope * arrivals : target ** 2 - 2 * slope * (total - arrivals);
    return ((2 * arrivals) / (initial + Math.sqrt(squared))) * 1e9;
  };
}

export function nanoseconds(ms: number): bigint {
  return BigInt(Math.round(ms * 1e6));
}
