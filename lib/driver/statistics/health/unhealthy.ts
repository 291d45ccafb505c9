import type { MachineSecond, Partial } from '../partial.ts';
import { health } from './limits.ts';

/**
 * Causes for which the measurements of a second do not describe the target, the worst first.
 *
 * - `descriptors`: the process has nearly no file descriptors left, so connections fail that a target would
 * accept.
 * - `busy`: the machine had no CPU left, and users were late or waited for a session, or the event loop
 * stalled.
 * - `cpu`: the drive's event loop was busy nearly all the time, and users were late or waited for a session,
 * or it stalled.
 * - `gc`: garbage collection took more than half of the time of a stall of the event loop.
 * - `stall`: the event loop stalled although there was CPU.
 * - `late`: users were late although there was CPU and no stall.
 * - `strained`: the machine had no CPU left, with a small effect. Such seconds alone do not make a run
 * inconclusive.
 * - `loaded`: the event loop was as busy as for `cpu`, or collected garbage for long, but no user was late.
 * Responses wait to be read.
 * - `delayed`: users were late by a noticeable share of the measured times.
 */
export type UnhealthyCause = (typeof unhealthyCauses)[number];

export const unhealthyCauses = [
  'descriptors',
  'busy',
  'cpu',
  'gc',
  'stall',
  'late',
  'strained',
  'loaded',
  'delayed',
] as const;

/**
 * Which broken limits do not count in seconds with this cause: those on times, those on failures that a
 * generator can cause, or all.
 */
export function excuseOf(cause: UnhealthyCause): 'times' | 'doubtful' | 'everything' {
  if (cause === 'loaded' || cause === 'delayed') return 'times';
  return cause === 'descriptors' ? 'everything' : 'doubtful';
}

/**
 * True for a cause that excuses a broken limit, but does not make a run inconclusive when no limit is broken.
 */
export const isMild = (cause: UnhealthyCause): boolean => cause === 'strained' || excuseOf(cause) === 'times';

export function worseCause(
  one: UnhealthyCause | undefined,
  other: UnhealthyCause | undefined,
): UnhealthyCause | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return unhealthyCauses.indexOf(one) <= unhealthyCauses.indexOf(other) ? one : other;
}

/**
 * The number of requests that were planned or sent in unhealthy seconds with one cause, and the worst delays.
 * Totals of several drives can be added.
 */
export type UnhealthyTotal = {
  readonly requests: number;
  /** The number of unhealthy seconds, summed over the drives. */
  readonly seconds: number;
  /**
   * The largest 99th percentile of the lateness of a second, in nanoseconds. `stallNs` is the longest stall.
   */
  readonly lateNs: number;
  readonly stallNs: number;
  /**
   * The longest wait of a user for a session, in nanoseconds. Only seconds in which a core was used up count.
   * Absent when no user waited.
   */
  readonly waitNs?: number;
};

export type UnhealthyByCause = { readonly [cause in UnhealthyCause]?: UnhealthyTotal };

/**
 * How a second of a drive affected users and requests: lateness, waits and the target's times, in
 * nanoseconds.
 */
export type Impact = {
  /** The 99th percentile of lateness (how late the generator prepared requests). */
  readonly lateNs: number;
  /** The longest wait of a user for a session. */
  readonly waitNs?: number;
  /** The median of the target's service times. Absent when no response arrived. */
  readonly serviceNs?: number | undefined;
};

/** The seconds in which one drive was unhealthy, each with its cause. limits.ts has the bounds (`health`). */
export function unhealthySeconds(
  impact: ReadonlyMap<number, Impact>,
  machine: readonly MachineSecond[],
): ReadonlyMap<number, UnhealthySecond> {
  const machineAt = new Map(machine.map((row) => [row.second, row]));
  const seconds = [...new Set([...impact.keys(), ...machineAt.keys()])].sort((one, other) => one - other);
  const unhealthy = new Map<number, UnhealthySecond>();
  for (const second of seconds) {
    const seen = impact.get(second) ?? { lateNs: 0 };
    const row = machineAt.get(second) ?? { second };
    const cause = causeOf(seen, row);
    // Users who start late directly after a stall are late because of the stall.
    const before = unhealthy.get(second - 1)?.cause;
    const origin = cause === 'late' && before !== undefined && !isMild(before) ? before : cause;
    if (origin === undefined) continue;
    const isOurs = origin === 'cpu' || origin === 'busy';
    unhealthy.set(second, {
      cause: origin,
      lateNs: seen.lateNs,
      stallNs: row.stallNs ?? 0,
      ...longestWait(isOurs ? seen.waitNs : 0),
    });
  }
  return unhealthy;
}

/**
 * The seconds of a drive whose measurements are not reliable. These are the unhealthy seconds, and earlier
 * seconds with a request that was sent in or after an unhealthy one. The unhealthy second may have delayed
 * that request, and the measurements of a second cannot be separated.
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
      if (found !== undefined && worseCause(known?.cause, found.cause) !== known?.cause)
        untrusted.set(second, found);
    }
  }
  return untrusted;
}

export type UnhealthySecond = Pick<UnhealthyTotal, 'lateNs' | 'stallNs' | 'waitNs'> & {
  readonly cause: UnhealthyCause;
};

/**
 * The lateness that is tolerable with a median service time of `serviceNs`, in nanoseconds. It changes the
 * measured times only little. Below a fixed least value no user counts as late. Otherwise no run on a laptop
 * against a fast target would be in time.
 */
export function tolerableNs(serviceNs: number | undefined): number {
  const { latenessShareMax, latenessNsFloor, unhealthyLatenessNsP99 } = health;
  if (serviceNs === undefined) return unhealthyLatenessNsP99;
  return Math.min(unhealthyLatenessNsP99, Math.max(latenessNsFloor, serviceNs * latenessShareMax));
}

export function addUnhealthy(one: UnhealthyByCause, other: UnhealthyByCause): UnhealthyByCause {
  const causes = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort() as UnhealthyCause[];
  return Object.fromEntries(causes.map((cause) => [cause, added(one[cause], other[cause])]));
}

function causeOf(
  { lateNs, waitNs = 0, serviceNs }: Impact,
  machine: MachineSecond,
): UnhealthyCause | undefined {
  const { stallNs = 0, idlePermille = 1000, gcNs = 0, descriptorsPermille = 0 } = machine;
  const { cpuPermille = 0, activePermille = 0 } = machine;
  if (descriptorsPermille > health.descriptorsShareMax * 1000) return 'descriptors';
  const starved = idlePermille < health.idleMin * 1000;
  const usedUp = cpuPermille > health.cpuMax * 1000;
  const loaded = usedUp || activePermille > health.activeMax * 1000;
  const stalled = stallNs > health.unhealthyStallNs;
  const delayed = lateNs > tolerableNs(serviceNs);
  if (loaded && (stalled || delayed || waitNs > tolerableNs(serviceNs)))
    return starved && !usedUp ? 'busy' : 'cpu';
  if (stalled && !starved) return gcNs > stallNs / 2 ? 'gc' : 'stall';
  if (stalled || lateNs > health.unhealthyLatenessNsP99) return starved ? 'busy' : 'late';
  if (starved && Math.max(lateNs, stallNs) > health.impactNs) return 'strained';
  if (loaded || gcNs > health.gcNsMax) return 'loaded';
  return delayed ? 'delayed' : undefined;
}

function added(one: UnhealthyTotal = none, other: UnhealthyTotal = none): UnhealthyTotal {
  return {
    requests: one.requests + other.requests,
    seconds: one.seconds + other.seconds,
    lateNs: Math.max(one.lateNs, other.lateNs),
    stallNs: Math.max(one.stallNs, other.stallNs),
    ...longestWait(one.waitNs, other.waitNs),
  };
}

function longestWait(one = 0, other = 0): Pick<UnhealthyTotal, 'waitNs'> {
  const waitNs = Math.max(one, other);
  return waitNs === 0 ? {} : { waitNs };
}

const none: UnhealthyTotal = { requests: 0, seconds: 0, lateNs: 0, stallNs: 0 };
