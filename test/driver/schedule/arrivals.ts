import { modelOf } from '../../../lib/driver/arrivals/registry.ts';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import { randomFor } from '../../../lib/driver/random.ts';

export function constant(usersPerSec: number, variance = false): Arrivals {
  return { kind: 'constantRate', usersPerSec, variance };
}

export function ramp(initialUsersPerSec: number, targetUsersPerSec: number, variance = false): Arrivals {
  const kind = initialUsersPerSec < targetUsersPerSec ? 'increasingRate' : 'decreasingRate';
  return { kind, initialUsersPerSec, targetUsersPerSec, variance };
}

/** Every arrival of one drive. By default, the whole phase is on one shard. */
export function arrivalsOf(
  arrivals: Arrivals,
  durationMs: number,
  { shard = 0, shards = 1, width = 1, startMs = 0, endMs = durationMs, seed = 1 } = {},
): number[] {
  const random = randomFor(seed, 'test', shard, 'arrivals');
  const schedule = modelOf(arrivals).schedule(
    durationMs,
    { shard, shards, width, segment: { startMs, endMs } },
    random,
  );
  if (schedule === undefined) return [];
  const times: number[] = [];
  for (let ns = schedule.next(); ns !== Infinity; ns = schedule.next()) times.push(ns);
  return times;
}

/** The arrivals of all drives together, in order of time. */
export function unionOf(
  arrivals: Arrivals,
  durationMs: number,
  shards: number,
  bordersMs: readonly number[] = [],
  seed = 1,
): number[] {
  const edges = [0, ...bordersMs, durationMs];
  const all: number[] = [];
  for (let shard = 0; shard < shards; shard += 1) {
    for (let at = 1; at < edges.length; at += 1) {
      const part = { shard, shards, startMs: edges[at - 1], endMs: edges[at], seed };
      all.push(...arrivalsOf(arrivals, durationMs, part));
    }
  }
  return all.sort((a, b) => a - b);
}

export function gapsOf(times: readonly number[]): number[] {
  return times.map((ns, at) => ns - (times[at - 1] ?? 0));
}

/**
 * The Kolmogorov-Smirnov distance of a sample to the exponential distribution of mean 1, times the square
 * root of its size. A sample of this distribution exceeds 1.95 only once in a thousand times.
 */
export function distanceToExponential(sample: readonly number[]): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const distance = sorted.reduce((worst, value, at) => {
    const expected = 1 - Math.exp(-value);
    return Math.max(worst, (at + 1) / sorted.length - expected, expected - at / sorted.length);
  }, 0);
  return distance * Math.sqrt(sorted.length);
}
