import type { ConnectionRows } from '../connection-gauges.ts';
import type { MachineSecond } from '../partial.ts';
import { type UnhealthyCause, worseCause } from './unhealthy.ts';

/**
 * The measurements of an event loop and its machine while a drive was at work. Instants are in epoch
 * milliseconds.
 */
export type Readings = {
  /** The stalls of the event loop that are long enough to matter (limits.ts, `impactNs`). */
  readonly stalls: readonly Interval[];
  /**
   * The share of time in which processors were idle, over all processors and for each interval, from 0 to 1.
   */
  readonly idle: readonly (Interval & { readonly share: number })[];
  /**
   * Shares of each interval, from 0 to 1. `cpu`: the time in which the event loop used a core. `active`: the
   * time in which it was active, with or without a core. `gc`: the time of garbage collections.
   */
  readonly loop: readonly (Interval & {
    readonly cpu: number;
    readonly active: number;
    readonly gc: number;
  })[];
  /** The number of open file descriptors of the process at the end of each interval. */
  readonly descriptors: readonly (Interval & { readonly open: number })[];
  /** The number of file descriptors that the system allows a process to open. Absent when it is not known. */
  readonly descriptorsMax?: number;
};

export const nothingSeen: Readings = { stalls: [], idle: [], loop: [], descriptors: [] };

export type Interval = { readonly fromMs: number; readonly toMs: number };

/**
 * Divides readings of a meter into the seconds since T0. Readings before T0 do not count. A stall counts in
 * every second that it touches.
 */
export function machineSeconds(readings: Readings, t0: number): readonly MachineSecond[] {
  const { stalls, idle, loop, descriptors, descriptorsMax } = readings;
  const seconds = new Map<number, MachineSecond>();
  const note = (second: number, what: Omit<MachineSecond, 'second'>): void =>
    void seconds.set(second, worst(seconds.get(second) ?? { second }, { second, ...what }));
  for (const [second, share] of means(idle, ({ share }) => share, t0))
    note(second, { idlePermille: permille(share) });
  for (const [second, share] of means(loop, ({ cpu }) => cpu, t0))
    note(second, { cpuPermille: permille(share) });
  for (const [second, share] of means(loop, ({ active }) => active, t0))
    note(second, { activePermille: permille(share) });
  for (const [second, share] of means(loop, ({ gc }) => gc, t0))
    note(second, { gcNs: Math.round(share * 1e9) });
  for (const stall of stalls) {
    const stallNs = Math.round((stall.toMs - stall.fromMs) * 1e6);
    for (const [second] of cut(stall, t0)) note(second, { stallNs });
  }
  for (const { open, ...interval } of descriptors) {
    const part = descriptorsMax === undefined ? {} : { descriptorsPermille: permille(open / descriptorsMax) };
    for (const [second] of cut(interval, t0)) note(second, { descriptors: open, ...part });
  }
  return bySecond(seconds.values());
}

/** The highest number of a drive's open HTTP connections, for each second with connections. */
export function socketSeconds(connections: ConnectionRows): readonly MachineSecond[] {
  const sums = new Map<number, number>();
  for (const types of Object.values(connections)) {
    for (const [type, rows] of Object.entries(types)) {
      if (!type.includes('HTTP')) continue;
      for (const [second, , most] of rows) sums.set(second, (sums.get(second) ?? 0) + most);
    }
  }
  return [...sums].map(([second, sockets]) => ({ second, sockets }));
}

/**
 * The longest stall of those that ended after the instant `since`, in nanoseconds. 0 without such a stall.
 */
export function longestStallNs({ stalls }: Pick<Readings, 'stalls'>, since: number): number {
  const lengths = stalls.filter(({ toMs }) => toMs > since).map(({ fromMs, toMs }) => toMs - fromMs);
  return Math.round(Math.max(0, ...lengths) * 1e6);
}

/**
 * Merges the measured seconds of several drives: each value is the worst of all drives. The order of the
 * drives does not matter.
 */
export function mergeMachine(rows: Iterable<MergedSecond>): readonly MergedSecond[] {
  const sum = new MachineSum();
  sum.add(rows);
  return sum.rows();
}

/**
 * Merges the measured seconds of drives that are added one after the other. Each value is the worst of all
 * drives.
 */
export class MachineSum {
  readonly #seconds = new Map<number, MergedSecond>();

  add(rows: Iterable<MergedSecond>): void {
    for (const row of rows) {
      const known = this.#seconds.get(row.second);
      this.#seconds.set(row.second, known === undefined ? row : worst(known, row));
    }
  }

  /** Rows in the order of the seconds. */
  rows(): readonly MergedSecond[] {
    return bySecond(this.#seconds.values());
  }
}

/**
 * The measurements of a machine in one second, from one drive or several, and whether the second was healthy.
 */
export type MergedSecond = MachineSecond & {
  /** The 99th percentile of lateness (how late requests were prepared), in nanoseconds. */
  readonly lateNs?: number;
  /** Why the second is unhealthy. Absent when it is healthy. */
  readonly cause?: UnhealthyCause;
};

const mostCounts = [
  'stallNs',
  'cpuPermille',
  'activePermille',
  'gcNs',
  'descriptors',
  'descriptorsPermille',
  'sockets',
  'lateNs',
] as const;

function worst(one: MergedSecond, other: MergedSecond): MergedSecond {
  const both: { -readonly [Name in keyof MergedSecond]: MergedSecond[Name] } = { ...one, ...other };
  for (const name of mostCounts) {
    const [here, there] = [one[name], other[name]];
    if (here !== undefined && there !== undefined) both[name] = Math.max(here, there);
  }
  if (one.idlePermille !== undefined && other.idlePermille !== undefined)
    both.idlePermille = Math.min(one.idlePermille, other.idlePermille);
  const cause = worseCause(one.cause, other.cause);
  if (cause !== undefined) both.cause = cause;
  return both;
}

function bySecond(seconds: Iterable<MergedSecond>): readonly MergedSecond[] {
  return [...seconds].sort((one, other) => one.second - other.second);
}

/**
 * The mean of a value in each second. A reading covers an interval. If the readings cover only a part of a
 * second, the mean is that of this part.
 */
function means<Reading extends Interval>(
  readings: readonly Reading[],
  part: (reading: Reading) => number,
  t0: number,
): Iterable<readonly [second: number, mean: number]> {
  const sums = new Map<number, { covered: number; ms: number }>();
  for (const reading of readings) {
    for (const [second, ms] of cut(reading, t0)) {
      const sum = sums.get(second) ?? { covered: 0, ms: 0 };
      sums.set(second, sum);
      sum.covered += ms;
      sum.ms += ms * part(reading);
    }
  }
  return [...sums].map(([second, { covered, ms }]) => [second, ms / covered] as const);
}

function* cut({ fromMs, toMs }: Interval, t0: number): Generator<[second: number, ms: number]> {
  const [from, to] = [Math.max(0, fromMs - t0), toMs - t0];
  for (let second = Math.floor(from / 1000); second * 1000 < to; second += 1) {
    yield [second, Math.min(to, (second + 1) * 1000) - Math.max(from, second * 1000)];
  }
}

function permille(share: number): number {
  return Math.round(share * 1000);
}
