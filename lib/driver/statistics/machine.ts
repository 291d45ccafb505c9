import type { MachineSecond } from './partial.ts';

/** The readings of a meter while a drive was at work. Instants in epoch milliseconds. */
export type Readings = {
  /** Stalls of the event loop that are long enough to be felt (limits.ts, `feltNs`). */
  readonly stalls: readonly Stretch[];
  /** Part of all processors that nobody used, 0 to 1, stretch by stretch. */
  readonly idle: readonly (Stretch & { readonly share: number })[];
};

export type Stretch = { readonly fromMs: number; readonly toMs: number };

/** Readings cut into the seconds since T0; what was before it does not count. A stall stands in every second it spans. */
export function machineSeconds({ stalls, idle }: Readings, t0: number): readonly MachineSecond[] {
  const seconds = new Map<number, { stallNs: number; ms: number; idleMs: number }>();
  const at = (second: number) => {
    const known = seconds.get(second) ?? { stallNs: 0, ms: 0, idleMs: 0 };
    seconds.set(second, known);
    return known;
  };
  for (const { share, ...stretch } of idle) {
    for (const [second, ms] of cut(stretch, t0)) {
      at(second).ms += ms;
      at(second).idleMs += ms * share;
    }
  }
  for (const stretch of stalls) {
    const stallNs = Math.round((stretch.toMs - stretch.fromMs) * 1e6);
    for (const [second] of cut(stretch, t0)) at(second).stallNs = Math.max(at(second).stallNs, stallNs);
  }
  return [...seconds]
    .sort(([one], [other]) => one - other)
    .map(([second, { stallNs, ms, idleMs }]) => [second, stallNs, permille(idleMs, ms)]);
}

/** Of the stalls that ended after an instant; 0 when there was none. */
export function longestStallNs({ stalls }: Readings, since: number): number {
  const lengths = stalls.filter(({ toMs }) => toMs > since).map(({ fromMs, toMs }) => toMs - fromMs);
  return Math.round(Math.max(0, ...lengths) * 1e6);
}

/** The same second of several drives: the longest stall and the least idle, so that order and grouping do not matter. */
export function mergeMachine(rows: Iterable<MachineSecond>): readonly MachineSecond[] {
  const merged = new Map<number, MachineSecond>();
  for (const row of rows) {
    const [second, stallNs, idle] = merged.get(row[0]) ?? row;
    merged.set(second, [second, Math.max(stallNs, row[1]), Math.min(idle, row[2])]);
  }
  return [...merged.values()].sort(([one], [other]) => one - other);
}

function* cut({ fromMs, toMs }: Stretch, t0: number): Generator<[second: number, ms: number]> {
  const [from, to] = [Math.max(0, fromMs - t0), toMs - t0];
  for (let second = Math.floor(from / 1000); second * 1000 < to; second += 1) {
    yield [second, Math.min(to, (second + 1) * 1000) - Math.max(from, second * 1000)];
  }
}

/** A second of which nothing is known counts as idle: nobody is suspected without evidence. */
function permille(idleMs: number, ms: number): number {
  return ms === 0 ? 1000 : Math.round((idleMs / ms) * 1000);
}
