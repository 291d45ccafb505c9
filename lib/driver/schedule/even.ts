import { evenArrivals, inverseOf, type LinearRate } from './linear-rate.ts';
import { rateOf } from './rate.ts';
import type { Schedule, ShardSlice } from './schedule.ts';

/**
 * The i-th user of the phase at ceil(10^9 i / rate), this shard's only.
 *
 * With the rate as users/seconds that is the ceiling of 10^9 seconds i / users, and from one arrival of the shard to
 * the next the numerator grows by the same whole number. Quotient and remainder are carried along (Bresenham's line),
 * so there is no rounding at all, however long the phase: quotients are below 2^53 for 104 days, remainders below
 * `users`.
 */
export function evenConstant(usersPerSec: number, slice: ShardSlice): Schedule {
  const { users, seconds } = rateOf(usersPerSec);
  const spacing = 1_000_000_000n * seconds;
  const first = firstOwned(Number((BigInt(slice.startNs) * users) / spacing) + 1, slice);
  const ceiling = spacing * BigInt(first) + users - 1n;
  const stride = spacing * BigInt(slice.shards);

  const divisor = Number(users);
  const strideNs = Number(stride / users);
  const strideRest = Number(stride % users);
  let ns = Number(ceiling / users);
  let rest = Number(ceiling % users);
  const next = (): number => {
    if (ns > slice.endNs) return Infinity;
    const due = ns;
    ns += strideNs;
    rest += strideRest;
    if (rest >= divisor) {
      rest -= divisor;
      ns += 1;
    }
    return due;
  };
  return { next };
}

/** The i-th user of the phase where the integral of the rate reaches i, this shard's only. */
export function evenRamp(rate: LinearRate, durationMs: number, slice: ShardSlice): Schedule {
  const total = evenArrivals(rate, durationMs);
  const at = rampArrival(rate, durationMs);
  let number = firstOwned(firstAfter(slice.startNs, total, at), slice);
  const next = (): number => {
    const due = number > total ? Infinity : at(number);
    if (due > slice.endNs) return Infinity;
    number += slice.shards;
    return due;
  };
  return { next };
}

/**
 * Ceiling of the root, less the rounding error of a double: an arrival on a whole nanosecond must not slip past it,
 * least of all the last one past the end of the phase.
 */
function rampArrival(rate: LinearRate, durationMs: number): (number: number) => number {
  const inverse = inverseOf(rate, durationMs);
  const durationNs = Math.round(durationMs * 1e6);
  return (number) => {
    const root = inverse(number);
    return root < durationNs ? Math.ceil(root * (1 - 4 * Number.EPSILON)) : durationNs;
  };
}

/** Number of the first user after an instant, found by halving: the times only grow. */
function firstAfter(startNs: number, total: number, at: (number: number) => number): number {
  let low = 1;
  let high = total + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (at(middle) > startNs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** User i belongs to shard (i - 1) mod shards. */
function firstOwned(number: number, { shard, shards }: ShardSlice): number {
  return number + ((((shard + 1 - number) % shards) + shards) % shards);
}
