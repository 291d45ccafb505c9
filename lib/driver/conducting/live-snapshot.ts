import type { LimitSoFar } from '../judging/limits-so-far.ts';
import {
  addTotals,
  type Live,
  type LiveSecond,
  type LiveTotals,
  mergeLives,
  noTotals,
} from '../progress/live.ts';
import { snapshots } from './limits.ts';
import { type ConductorState, nodeAt, phaseAt } from './state.ts';

/**
 * The reports of all drives of a burst together, for people who watch it. One watcher makes a snapshot from
 * the last reports of the drives and from the previous snapshot; other watchers read it. For segments and
 * phases that are over, the snapshot keeps totals, so their drives need not be read again.
 */
export type Snapshot = {
  /** The time at which the reports of this snapshot were read, in epoch milliseconds. */
  readonly at: number;
  /**
   * The time at which the drives' last seconds were read, in epoch milliseconds. Absent before the first
   * time.
   */
  readonly recentsAt?: number;
  /** Phases by their index. A phase without a start is absent. */
  readonly phases: Readonly<Record<string, PhaseSnapshot>>;
};

export type PhaseSnapshot = {
  readonly totals: LiveTotals;
  /** The last second of the phase. Present while users are at work. */
  readonly live?: LiveSecond;
  /** Messages for users who watch the burst. Each message appears once. Absent when there is no message. */
  readonly notices?: readonly string[];
  /** Limits with their values. Absent when no limit was read. */
  readonly limits?: readonly LimitSoFar[];
  /** The first segment whose drives are still read. The segments before it are over. */
  readonly from: number;
  /** The totals of the segments before `from`. */
  readonly over: LiveTotals;
  /** True when the phase will send no more reports. */
  readonly closed?: true;
};

/** The reports to read of a phase: those from the segment `from` on. */
export type Needed = { readonly phase: number; readonly shards: number; readonly from: number };

/** The last report of one drive in one segment. */
export type Reported = { readonly shard: number; readonly segment: number; readonly live: Live };

const noSnapshot: PhaseSnapshot = { totals: noTotals, from: 0, over: noTotals };

/** The drives to read: those of phases that have begun and are not over. */
export const neededFor = (
  snapshot: Snapshot | undefined,
  conductor: ConductorState,
  now: number,
): readonly Needed[] =>
  conductor.phases.flatMap(({ t0 = Infinity }, phase) => {
    const { closed, from } = snapshot?.phases[phase] ?? noSnapshot;
    const { noop, shards } = nodeAt(conductor, phase);
    return noop || closed || t0 > now ? [] : [{ phase, shards, from }];
  });

/** The age at which a snapshot is made again, in milliseconds. It grows with the number of reports. */
export const staleMs = (needed: readonly Needed[]): number =>
  Math.min(Math.max(drivesIn(needed) * snapshots.staleMsDrive, snapshots.staleMsMin), snapshots.staleMsMax);

/** Milliseconds between two reads of the drives' last seconds, which have more bytes than the reports. */
export const recentsMs = (needed: readonly Needed[]): number =>
  Math.min(
    Math.max(drivesIn(needed) * snapshots.recentsMsDrive, snapshots.recentsMsMin),
    snapshots.recentsMsMax,
  );

const drivesIn = (needed: readonly Needed[]): number => needed.reduce((sum, { shards }) => sum + shards, 0);

/** Makes the next snapshot. `conductor` is the state from before the reports were read. */
export const nextSnapshot = (
  before: Snapshot | undefined,
  conductor: ConductorState,
  read: readonly (Needed & { readonly reports: readonly Reported[] })[],
  at: number,
): Snapshot => ({
  at,
  phases: {
    ...before?.phases,
    ...Object.fromEntries(
      read.map(({ phase, shards, reports }) => {
        const { status } = phaseAt(conductor, phase);
        const isOver = status === 'TERMINATED' || status === 'CANCELLED';
        const next = nextPhase(before?.phases[phase] ?? noSnapshot, shards, reports);
        return [String(phase), isOver ? closedPhase(next) : next] as const;
      }),
    ),
  },
});

function nextPhase(before: PhaseSnapshot, shards: number, reports: readonly Reported[]): PhaseSnapshot {
  let { from, over } = before;
  for (;;) {
    const own = reports.filter(({ segment }) => segment === from);
    // A drive that has connected and sent nothing reports itself as ended, with a second before the first.
    // Its segment is not over.
    if (own.length < shards || own.some(({ live }) => !live.ended || live.second < 0)) break;
    over = own.reduce((sum, { live }) => addTotals(sum, live.totals), over);
    from += 1;
  }
  const open = reports.filter(({ segment }) => segment >= from).map(({ live }) => live);
  const isWhole = reports.filter(({ segment }) => segment === from).length >= shards;
  const { totals, live } = mergeLives(open, isWhole);
  const notices = new Set([...(before.notices ?? []), ...reports.flatMap((each) => each.live.notices ?? [])]);
  return {
    totals: addTotals(over, totals),
    from,
    over,
    ...(before.limits === undefined ? {} : { limits: before.limits }),
    ...(live === undefined ? {} : { live }),
    ...(notices.size === 0 ? {} : { notices: [...notices].slice(0, snapshots.noticesMax) }),
  };
}

function closedPhase({ live: _, ...phase }: PhaseSnapshot): PhaseSnapshot {
  return { ...phase, over: phase.totals, closed: true };
}
