import { evenArrivals, inverseOf, type LinearRate, reachedIn, roundingNs } from './linear-rate.ts';
import { rateOf } from './rational-rate.ts';
import type { Schedule, ShardSlice } from './schedule.ts';

/**
 * Even arrivals at a constant rate: the i-th user of the phase comes at ceil(10^9 i / rate). The schedule has
 * only the users of this shard.
 *
 * With the rate as a fraction users/seconds, the instant is the ceiling of 10^9 seconds i / users. From one
 * arrival of the shard to the next, the numerator grows by the same whole number. The schedule keeps quotient
 * and remainder (Bresenham's line algorithm), so nothing is rounded in a phase of any length. Quotients are
 * below 2^53 for 104 days, and remainders are below `users`. A shard with several parts has two distances
 * between its users: to its next part, and from its last part to its first part of the next round.
 */
export function evenConstant(usersPerSec: number, slice: ShardSlice): Schedule {
  const { users, seconds } = rateOf(usersPerSec);
  const spacing = 1_000_000_000n * seconds;
  const numbers = ownNumbers(Number((BigInt(slice.startNs) * users) / spacing) + 1, slice);
  const ceiling = spacing * BigInt(numbers.first) + users - 1n;
  const divisor = Number(users);
  const far = stepOf(spacing * BigInt(numbers.farStep), users);
  const near = stepOf(spacing, users);

  let left = numbers.left;
  let ns = Number(ceiling / users);
  let rest = Number(ceiling % users);
  const next = (): number => {
    if (ns > slice.endNs) return Infinity;
    const due = ns;
    left -= 1;
    const step = left < 0 ? far : near;
    if (left < 0) left = numbers.width - 1;
    ns += step.ns;
    rest += step.rest;
    if (rest >= divisor) {
      rest -= divisor;
      ns += 1;
    }
    return due;
  };
  return { next };
}

type Step = { readonly ns: number; readonly rest: number };

const stepOf = (distance: bigint, users: bigint): Step => ({
  ns: Number(distance / users),
  rest: Number(distance % users),
});

/**
 * Even arrivals on a ramp: the i-th user of the phase comes when the integral of the rate reaches i. The
 * schedule has only the users of this shard.
 */
export function evenRamp(rate: LinearRate, durationMs: number, slice: ShardSlice): Schedule {
  const total = evenArrivals(rate, durationMs);
  const at = rampArrival(rate, durationMs);
  const numbers = ownNumbers(firstAfter(slice.startNs, total, at), slice);
  let number = numbers.first;
  let left = numbers.left;
  const next = (): number => {
    const due = number > total ? Infinity : at(number);
    if (due > slice.endNs) return Infinity;
    left -= 1;
    number += left < 0 ? numbers.farStep : 1;
    if (left < 0) left = numbers.width - 1;
    return due;
  };
  return { next };
}

/**
 * The first nanosecond at which the integral of the rate has reached a number of arrivals. If the root in
 * floating-point numbers is too close to a whole nanosecond, its error could change the result. Then whole
 * numbers decide: for 1 arrival in 500 of a phase of ten minutes.
 */
function rampArrival(rate: LinearRate, durationMs: number): (number: number) => number {
  const inverse = inverseOf(rate, durationMs);
  const reached = reachedIn(rate, durationMs);
  const offNs = roundingNs(durationMs);
  return (number) => {
    const root = inverse(number);
    let ns = Math.ceil(root - offNs);
    const last = Math.ceil(root + offNs);
    while (ns < last && !reached(ns, number)) ns += 1;
    return ns;
  };
}

/**
 * The number of the first user who arrives after an instant. Found by binary search, because later users
 * never arrive earlier.
 */
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

/**
 * The numbers of the users that belong to a shard. In each round over all shards, it gets as many users as it
 * has parts, one directly after the other. `left` of them follow the first one in the first round.
 */
type OwnNumbers = {
  readonly first: number;
  readonly left: number;
  readonly width: number;
  /** The distance from the last user of the shard in one round to its first user in the next round. */
  readonly farStep: number;
};

/**
 * The users of a shard, from a number on. User i of the phase belongs to part (i - 1) mod `shards`, and a
 * shard has the `width` parts from number `shard` on.
 */
function ownNumbers(number: number, { shard, shards, width = 1 }: ShardSlice): OwnNumbers {
  const part = (number - 1) % shards;
  const inside = part - shard;
  const farStep = shards - width + 1;
  if (inside >= 0 && inside < width) return { first: number, left: width - 1 - inside, width, farStep };
  const ahead = (shards - inside) % shards;
  return { first: number + ahead, left: width - 1, width, farStep };
}
