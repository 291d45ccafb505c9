import { rateOf } from './rational-rate.ts';

/** The rate of an open model in users per second: a straight line from T0 to the end of the duration. */
export type LinearRate = { readonly initial: number; readonly target: number };

/**
 * A ramp between rates that differ by less counts as a constant rate. Its formula would divide by nearly 0.
 */
const flatUsersPerSec = 1e-6;

/** Makes a constant rate of a ramp whose slope is too small for a division. */
export const flattened = ({ initial, target }: LinearRate): LinearRate =>
  Math.abs(target - initial) < flatUsersPerSec ? { initial, target: initial } : { initial, target };

/** The mean number of users who arrive over a duration: the integral of the rate. */
export function meanArrivals(rate: LinearRate, durationMs: number): number {
  return ((rate.initial + rate.target) / 2) * (durationMs / 1e3);
}

/**
 * The exact number of even arrivals over a duration. A user arrives at each instant at which the integral of
 * the rate is a whole number, including the end.
 */
export const evenArrivals = (rate: LinearRate, durationMs: number): number => allOf(rate, durationMs).whole;

/**
 * The integral of the rate over the duration, as a whole number and a fraction. The fraction has the full
 * precision of a floating-point number.
 */
function allOf(rate: LinearRate, durationMs: number): { readonly whole: number; readonly fraction: number } {
  const initial = rateOf(rate.initial);
  const target = rateOf(rate.target);
  const twiceUsers = initial.users * target.seconds + target.users * initial.seconds;
  const numerator = twiceUsers * nanoseconds(durationMs);
  const denominator = 2n * initial.seconds * target.seconds * 1_000_000_000n;
  return {
    whole: Number(numerator / denominator),
    fraction: Number(numerator % denominator) / Number(denominator),
  };
}

/**
 * Nanoseconds since T0 at which the integral of the rate reaches a number of arrivals. Infinity when it never
 * does.
 *
 * With the rate r0 + a t and a = (r1 - r0) / T, the integral is r0 t + a t^2 / 2 = n. Its positive root is
 * written as t = 2n / (r0 + sqrt(r0^2 + 2 a n)). This form subtracts nothing, so it is accurate for a near 0
 * and for r0 = 0. A falling ramp is computed backwards from its end: the arrivals that remain give the time
 * that remains.
 *
 * So the error is a few rounding errors of the duration (`roundingNs`), at both ends of any ramp.
 */
export function inverseOf(rate: LinearRate, durationMs: number): (arrivals: number) => number {
  const { initial, target } = rate;
  if (initial === target) return (arrivals) => (arrivals / initial) * 1e9;
  const { whole, fraction } = allOf(rate, durationMs);
  const durationNs = Number(nanoseconds(durationMs));
  const low = Math.min(initial, target);
  const slope = Math.abs(target - initial) / (durationNs / 1e9);
  const root = (arrivals: number): number =>
    arrivals === 0 ? 0 : ((2 * arrivals) / (low + Math.sqrt(low ** 2 + 2 * slope * arrivals))) * 1e9;
  return (arrivals) => {
    // In this order, adding the fraction to a large number does not lose its digits.
    const left = whole - arrivals + fraction;
    if (left < 0) return Infinity;
    return initial < target ? root(arrivals) : durationNs - root(left);
  };
}

/** An upper bound of the error of `inverseOf` in nanoseconds. The function rounds about six times. */
export const roundingNs = (durationMs: number): number => 16 * Number.EPSILON * durationMs * 1e6;

/**
 * Returns a function that decides with whole numbers, so exactly, whether the integral of the rate has
 * reached a number of arrivals at a nanosecond.
 */
export function reachedIn(rate: LinearRate, durationMs: number): (ns: number, arrivals: number) => boolean {
  const initial = rateOf(rate.initial);
  const target = rateOf(rate.target);
  const durationNs = nanoseconds(durationMs);
  // Checks r0 t + (r1 - r0) t^2 / 2T >= n, multiplied by 2T and all denominators so that all terms are whole
  // numbers.
  const flat = 2n * initial.users * target.seconds * durationNs;
  const steep = target.users * initial.seconds - initial.users * target.seconds;
  const whole = 2n * initial.seconds * target.seconds * durationNs * 1_000_000_000n;
  return (ns, arrivals) => {
    const t = BigInt(ns);
    return (flat + steep * t) * t >= whole * BigInt(arrivals);
  };
}

export function nanoseconds(ms: number): bigint {
  return BigInt(Math.round(ms * 1e6));
}
