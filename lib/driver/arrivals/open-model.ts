import { named, withDefault } from '../declaration/field.ts';
import { choice, flag, positive, positiveInteger } from '../declaration/scalars.ts';
import type { Arrivals } from '../model/arrivals.ts';
import { evenConstant, evenRamp } from '../schedule/even.ts';
import {
  evenArrivals,
  flattened,
  type LinearRate,
  meanArrivals,
  nanoseconds,
} from '../schedule/linear-rate.ts';
import { poisson } from '../schedule/poisson.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { ArrivalModel, PhaseBody } from './arrival-kind.ts';

/**
 * The open model: users arrive at a rate, also when the target is slow.
 *
 * With even arrivals, the i-th user of the phase (i = 1, 2, ...) comes at ceil(10^9 i / rate), or where the
 * integral of a ramp reaches i. The user belongs to part (i - 1) mod shards, so all shards and segments
 * together start each planned user once. A shard has one part, or as many as its agent has threads.
 *
 * With `variance`, every shard has random arrivals of its own (a Poisson process) at rate / shards. Their sum
 * is a Poisson process at the full rate.
 *
 * Pass a new stream of random numbers (seed, phase, shard) for every segment. A later segment draws the same
 * sequence from the start and skips the arrivals of earlier segments. So the segments divide one sequence and
 * never overlap.
 */
export function openModel({
  written,
  variance,
  ...parts
}: {
  readonly written: LinearRate;
  readonly variance: boolean;
  readonly load: string;
  readonly loadKey: string;
  readonly share: (part: (rate: number) => number) => Arrivals;
}): ArrivalModel {
  const rate = flattened(written);
  const peakUsersPerSec = Math.max(written.initial, written.target);
  return {
    repeats: false,
    rate,
    peakUsersPerSec,
    description: `${parts.load} users/s${variance ? '' : ', evenly spaced'}`,
    loadKey: parts.loadKey,
    // Without `maxSessions`, the limit is the number of users who arrive in one second, rounded up. The tiny
    // error of a binary fraction must not add a user.
    sessions: (limit) =>
      Math.max(1, limit === undefined ? Math.ceil(peakUsersPerSec - 1e-9) : Math.round(limit)),
    share: (weight, totalWeight) => parts.share((usersPerSec) => (usersPerSec * weight) / totalWeight),
    knownDurationMs: (writtenMs) => writtenMs,
    plannedUsers: (durationMs) => (variance ? undefined : evenArrivals(rate, durationMs)),
    expectedUsers: (durationMs) => (variance ? meanArrivals : evenArrivals)(rate, durationMs),
    schedule(durationMs, { shard, shards, width, segment }, random) {
      if (rate.initial + rate.target <= 0) return nobody;
      const slice = {
        shard,
        shards,
        ...(width === undefined ? {} : { width }),
        startNs: Number(nanoseconds(segment.startMs)),
        endNs: Number(nanoseconds(Math.min(segment.endMs, durationMs))),
      };
      if (variance) return poisson(rate, durationMs, slice, random);
      return rate.initial === rate.target
        ? evenConstant(rate.initial, slice)
        : evenRamp(rate, durationMs, slice);
    },
  };
}

/** The members that every phase with an open model has, after the members with its rates. */
export const openFields = {
  maxSessions: named(
    'phaseMaxSessions',
    positive(
      positiveInteger,
      'Largest number of users at the same time. When absent: the highest rate, rounded up.',
      100,
    ),
  ),
  variance: named(
    'phaseVariance',
    withDefault(
      true,
      flag(
        'true: users arrive at random (a Poisson process of this rate). false: users arrive at equal intervals.',
      ),
    ),
  ),
  sessionLimitPolicy: named(
    'phaseSessionLimitPolicy',
    withDefault(
      'FAIL',
      choice(
        ['FAIL', 'CONTINUE'],
        'Result when users arrive while maxSessions are active: the phase fails at its end, or it only warns.',
      ),
    ),
  ),
};

/** A rate in words. It is rounded, because the share of a fork can have sixteen digits. */
export const rateText = (usersPerSec: number): string => `${Number(usersPerSec.toPrecision(6))}`;

const nobody: Schedule = { next: () => Infinity };

/** The duration of a phase with a rate. Reports a phase without a duration. */
export function requiredDuration(
  kind: string,
  writtenMs: number | undefined,
  body: PhaseBody,
): number | undefined {
  if (body.lacks('duration'))
    body.error(
      '',
      `'duration' is missing: users of ${kind} start only during this time`,
      "add for example 'duration: 30s'",
    );
  else if (writtenMs === 0)
    body.error('duration', `duration of ${kind} must be above 0`, 'write a longer time, such as 30s');
  return writtenMs;
}
