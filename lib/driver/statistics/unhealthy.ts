import { trusting } from '../limits.ts';
import type { Histogram } from './histograms/histogram.ts';
import { valueAtPercentile } from './histograms/percentiles.ts';
import type { MachineSecond, Partial } from './partial.ts';

/**
 * Why a second of a drive says nothing of the target. `busy`: the machine had no CPU left. `stall`: the event loop stood
 * still although there was CPU. `late`: users started late although there was CPU and no stall. `strained`: no CPU was
 * left, and it was felt, but less than makes a second unhealthy.
 */
export type UnhealthyCause = 'busy' | 'stall' | 'late' | 'strained';

/** Requests that were intended or sent in such seconds, and how bad the worst of them was. Adds over drives. */
export type UnhealthyTotal = {
  readonly requests: number;
  /** Drives x seconds. */
  readonly seconds: number;
  /** Largest start lateness (99th percentile of a second) and longest stall, nanoseconds. */
  readonly lateNs: number;
  readonly stallNs: number;
};

export type UnhealthyByCause = { readonly [cause in UnhealthyCause]?: UnhealthyTotal };

/** The seconds in which one drive was not healthy, and the causes. Bounds: limits.ts, `trusting`. */
export function unhealthySeconds(
  lateness: ReadonlyMap<number, Histogram>,
  machine: readonly MachineSecond[],
): ReadonlyMap<number, UnhealthySecond> {
  const machineAt = new Map(machine.map((row) => [row[0], row]));
  const seconds = [...new Set([...lateness.keys(), ...machineAt.keys()])].sort((one, other) => one - other);
  const unhealthy = new Map<number, UnhealthySecond>();
  for (const second of seconds) {
    const late = lateness.get(second);
    const lateNs = late === undefined ? 0 : valueAtPercentile(late, 99);
    const [, stallNs, idlePermille] = machineAt.get(second) ?? [second, 0, 1000];
    const cause = causeOf(lateNs, stallNs, idlePermille / 1000);
    // Lateness right after a stall is a consequence of that stall.
    const before = unhealthy.get(second - 1)?.cause;
    const origin = cause === 'late' && before !== undefined && before !== 'strained' ? before : cause;
    if (origin !== undefined) unhealthy.set(second, { cause: origin, lateNs, stallNs });
  }
  return unhealthy;
}

/**
 * The seconds of which a drive's numbers cannot be trusted: the unhealthy ones, and those with a request that was sent
 * in or behind such a second. It may have waited because of that, and the numbers of a second cannot be taken apart.
 */
export function untrustedSeconds(
  unhealthy: ReadonlyMap<number, UnhealthySecond>,
  sentUntil: NonNullable<Partial['sentUntil']>,
): ReadonlyMap<number, UnhealthySecond> {
  const untrusted = new Map(unhealthy);
  for (const [second, last] of sentUntil) {
    for (let at = second; at <= last; at += 1) {
      const found = unhealthy.get(at);
      const known = untrusted.get(second);
      // A strained second excuses less than the others.
      if (found !== undefined && (known === undefined || known.cause === 'strained'))
        untrusted.set(second, found);
    }
  }
  return untrusted;
}

export type UnhealthySecond = {
  readonly cause: UnhealthyCause;
  readonly lateNs: number;
  readonly stallNs: number;
};

export function addUnhealthy(one: UnhealthyByCause, other: UnhealthyByCause): UnhealthyByCause {
  const causes = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort() as UnhealthyCause[];
  return Object.fromEntries(causes.map((cause) => [cause, added(one[cause], other[cause])]));
}

function causeOf(lateNs: number, stallNs: number, idle: number): UnhealthyCause | undefined {
  const starved = idle < trusting.idleMin;
  if (stallNs > trusting.unhealthyStallNs) return starved ? 'busy' : 'stall';
  if (lateNs > trusting.unhealthyLatenessNsP99) return starved ? 'busy' : 'late';
  return starved && Math.max(lateNs, stallNs) > trusting.feltNs ? 'strained' : undefined;
}

function added(one: UnhealthyTotal = none, other: UnhealthyTotal = none): UnhealthyTotal {
  return {
    requests: one.requests + other.requests,
    seconds: one.seconds + other.seconds,
    lateNs: Math.max(one.lateNs, other.lateNs),
    stallNs: Math.max(one.stallNs, other.stallNs),
  };
}

const none: UnhealthyTotal = { requests: 0, seconds: 0, lateNs: 0, stallNs: 0 };
